// @ts-check

/**
 * The route page.
 *
 * @type {typeof import("../en/route.js").route}
 */
export const route = {
  "route.page": "路线",
  "route.from": "起点",
  "route.to": "终点",
  "route.here": "我的位置",
  "route.hereUnknown": "我的位置（尚未可知）",
  "route.picked": "地图上的点",
  "route.choose": "点按地图或选择",
  "route.mode": "出行方式",
  "route.mode.walk": "步行",
  "route.mode.cycle": "骑车",
  "route.mode.drive": "驾车",
  "route.mode.transit": "公交、火车",
  "route.mapLabel": "地图。点按目的地，或移动地图并按回车键选择其中心。",
  "route.mapHint": "点按地图以设置目的地。",
  "route.mapHintFrom": "点按地图以设置起点。",
  "route.missingMap": "此处无法显示地图。请选择你的一个地点。",
  "route.start": "起点",
  "route.end": "目的地",
  "route.needsHere": "你的位置尚未可知。请选择起点，或共享你的位置。",
  "route.looking": "正在查找路线…",
  "route.summary": "{distance}，{duration}",
  "route.straight": "直线距离：{distance}",
  "route.straightWords": "目前未找到路线。显示的是直线，没有时间。",
  "route.left": "剩余 {distance}，{duration}",
  "route.leftStraight": "直线距离剩余 {distance}",
  "route.leftAge": "截至 {time}",
  "route.leftAgeOld": "截至 {time}，{age}",
  "route.arrived": "你已到达",
  "route.off": "你已偏离路线 {distance}。",
  "route.again": "从这里重新查找路线",
  "route.steps": "步骤",
  "route.stepDistance": "{distance}",
  "route.attribution": "© OpenStreetMap 贡献者",
  "route.open": "查找路线",
  "route.toPlace": "到这里的路线",
};
