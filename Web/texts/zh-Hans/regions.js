// @ts-check

/**
 * The keeper's page of regions.
 *
 * @type {typeof import("../en/regions.js").regions}
 */
export const regions = {
  "regions.page": "Hub 地图",
  "regions.open": "地图、路线和搜索数据",
  "regions.words":
    "Hub 用自己的 OpenStreetMap 数据绘制地图、查找路线和搜索地址。外部没有人会知道你的家人在看哪里或去哪里。",
  "regions.list": "地区",
  "regions.none": "还没有地区：没有街道，不能搜索地址，路线是直线。",
  "regions.row": "{extract}，{size}，导入于 {time}",
  "regions.used": "{name}，使用中",
  "regions.remove": "移除 {name}",
  "regions.removeTitle": "移除 {name}？",
  "regions.removeWords": "此地区的地图、路线和地址会立即移除，并释放 {size} 磁盘空间。你可以重新导入。",
  "regions.removed": "已移除 {name}",
  "regions.fixed": "内置：无法在此更改。",
  "regions.routing.own": "路线计算：在此 Hub 上。",
  "regions.routing.starting": "路线计算：正在启动。",
  "regions.routing.elsewhere": "路线计算：由 Hub 设置中的引擎完成。",
  "regions.routing.none": "路线计算：仅直线。Hub 的主机上未安装路线计算程序。",

  "regions.get": "下载地区",
  "regions.text": "国家或地区",
  "regions.find": "搜索",
  "regions.textMissing": "请输入国家或地区，例如 Liechtenstein。",
  "regions.learns":
    "仅当你点按时，Hub 才会询问 {mirror}。该服务器只会得知此 Hub 的地址和所查的地区。",
  "regions.noneFound": "服务器上没有名为“{text}”的地区。",
  "regions.isNewest": "{name} 已是最新。",
  "regions.costs": "下载 {size}。完成前约需 {time} 和 {disk} 磁盘空间。",
  "regions.goesOn": "你可以离开此页面。中断的下载会继续。",
  "regions.noRoom": "磁盘空间不足：有一部分预留给求助。",
  "regions.download": "下载并导入",
  "regions.update": "更新 {name}",
  "regions.rowOld": "{extract}，{size}，导入于 {time}。应有更新的地图可用。",
  "regions.fetching": "正在下载 {extract}：{done}，共 {all}",
  "regions.waiting": "Hub 会自行重试。{words}",

  "regions.add": "导入文件",
  "regions.addWords": "如果你已有自己国家的 .osm.pbf 文件，请在此选择。",
  "regions.file": "地图文件",
  "regions.name": "名称",
  "regions.nameHint": "导入成功后，会取代同名的地区。",
  "regions.import": "导入",
  "regions.fileMissing": "请选择文件。",
  "regions.notExtract": "不是地图文件。文件名必须以 .osm.pbf 结尾。",
  "regions.nameWrong": "1 到 40 个小写字母、数字和连字符。",
  "regions.command": "如果文件已在 Hub 的主机上，请运行：",
  "regions.free": "Hub 的磁盘剩余 {size}。",

  "regions.work": "导入 {name}",
  "regions.receiving": "正在上传 {extract}：{done}，共 {all}",
  "regions.checking": "正在检查 {extract}…",
  "regions.importing": "正在构建 {step}：{percent}%",
  "regions.stay": "上传完成前，请勿关闭此页面。",
  "regions.mayLeave": "你可以离开此页面。",
  "regions.elsewhere": "此上传是在另一个窗口中开始的，或已中断。",
  "regions.cancelled": "已取消。没有地区被更改。",
  "regions.failed": "无法导入 {extract}。没有地区被更改。",
  "regions.done": "{name} 已导入并投入使用",
  "regions.attribution": "© OpenStreetMap 贡献者，Open Database Licence",
  "size.megabytes": "{figure}\u00a0MB",
  "size.gigabytes": "{figure}\u00a0GB",
};
