// @ts-check

/**
 * What another app shares with Hearth.
 *
 * @type {typeof import("../en/shared.js").shared}
 */
export const shared = {
  "shared.page": "分享到 Hearth",
  "shared.place": "分享的地点",
  "shared.placeWords": "在此设备上读取。在你选择之前不会发送到 Hub。",
  "shared.save": "保存为地点",
  "shared.trip": "规划前往此处的行程",
  "shared.fileWords": "将其中的位置添加到你的历史记录。",
  "shared.tooLarge": "此文件大于 256 MB。请使用 Hub 的导入命令。",
  "shared.noPlace": "未找到位置",
  "shared.noPlaceWords": "有些地图 App 分享的短链接不含位置。请改为分享坐标。",
  "shared.gone": "没有可打开的内容",
  "shared.goneWords": "分享的内容只能打开一次，且须在 15 分钟内。请重新分享。",
  "shared.home": "前往首页",
};
