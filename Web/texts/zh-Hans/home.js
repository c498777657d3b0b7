// @ts-check

/**
 * The Home page: the map, whom it shows, and how they move.
 *
 * @type {typeof import("../en/home.js").home}
 */
export const home = {
  "home.page": "首页",
  "home.everyone": "所有人",
  "home.showEveryone": "显示所有人",
  "home.gone": "未与你共享",
  "home.goneWords": "此人没有与你共享任何内容。请向对方索取联系码。",
  "home.me": "你",
  "home.who": "显示在地图上",
  "home.count": { one: "{count} 人", other: "{count} 人" },
  "home.more": "展开",
  "home.less": "收起",
  "home.live": "实时",
  "home.battery": "电量 {percent}%",
  "home.onlyPlace": "{name} 仅共享地点名称，因此不在地图上显示。",
  "home.onlyCell": "{name} 的共享精度约 1 公里：在方格内的某处。",
  "home.noPosition": "没有可显示的位置。",
  "home.youNever": "尚无你的位置。",

  "home.start.title": "开始使用",
  "home.start.alone": "目前只有你自己。要在此看到他人，请输入对方的联系码。",
  "home.start.connect": "与他人建立联系",
  "home.start.phone": "设置手机",

  "home.speed": "速度",
  "home.course": "方向",
  "home.batteryLabel": "电量",
  "home.accuracy": "精度",
  "home.motion": "移动状态",
  "home.motionSince": "{motion}，自 {time} 起",
  "home.metres": "±\u00a0{metres}\u00a0米",
  "home.way": "前往路线",
  "home.percent": "{percent}%",

  "day.title": "今天",
  "day.more": "我的每一天",
  "day.empty": "今天没有移动记录。",
  "day.away": "无法连接 Hub。恢复后会显示今天的移动记录。",
  "day.failed": "无法载入今天的移动记录。",
  "day.private": "{name} 不共享每日移动记录。",
  "day.privateCell": "{name} 的共享精度仅约 1 公里，因此没有每日移动记录。",
  "day.privatePlace": "{name} 仅共享地点名称，因此没有每日移动记录。",
  "day.nothing": "无数据",
  "day.strip": "零点到零点",
  "day.segment": "{from} 至 {to}：{motion}",

  "stamp.live": "实时，{age}，±\u00a0{metres}\u00a0米",
  "stamp.liveAnyhow": "实时，{age}",
  "stamp.stale": "截至 {time}，{age}，±\u00a0{metres}\u00a0米",
  "stamp.staleAnyhow": "截至 {time}，{age}",
  "stamp.heard": "{age}更新",
  "stamp.asOf": "截至 {time}，",
  "stamp.thisMinute": "不到 1 分钟前",
  "stamp.metres": "，±\u00a0{metres}\u00a0米",

  "compass.north": "北",
  "compass.northEast": "东北",
  "compass.east": "东",
  "compass.southEast": "东南",
  "compass.south": "南",
  "compass.southWest": "西南",
  "compass.west": "西",
  "compass.northWest": "西北",

  "map.label": "地图",
  "map.zoomIn": "放大",
  "map.zoomOut": "缩小",
  "map.recentre": "将地图重新居中",
  "map.attribution": "地图来源",
  "map.ownInstead": "无法连接地图服务器。显示的是 Hub 自己的地图。",
  "map.noneInstead": "无法连接地图服务器，因此不显示街道。",
  "map.missing": "此处无法显示地图。其他功能均可使用。",
};
