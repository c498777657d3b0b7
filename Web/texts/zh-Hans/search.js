// @ts-check

/**
 * Searching for places, and naming points.
 *
 * @type {typeof import("../en/search.js").search}
 */
export const search = {
  "search.label": "搜索地点或地址",
  "search.labelFrom": "搜索起点",
  "search.labelTo": "搜索目的地",
  "search.clear": "清除",
  "search.results": "搜索结果",
  "search.found": { one: "找到 {count} 个地点", other: "找到 {count} 个地点" },
  "search.nothing": "没有结果",
  "search.attribution": "© OpenStreetMap 贡献者，GeoNames (CC BY 4.0)",
  "search.set": "图钉已放在 {name}。",
  "search.at": "{words}{name}。",
};
