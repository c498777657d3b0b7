// @ts-check

/**
 * The keeper's page of how the hub is.
 *
 * @type {typeof import("../en/keeper.js").keeper}
 */
export const keeper = {
  "hubState.page": "Hub 状态",
  "hubState.open": "警告、成员、消息、磁盘",
  "hubState.words": "供 Hub 管理员查看。不显示位置、号码或消息内容。",
  "hubState.findings": "需要处理",
  "hubState.allGood": "所有检查均已通过。",
  "hubState.state.weak": "警告",
  "hubState.state.advice": "建议",
  "hubState.state.good": "正常",
  "hubState.well": { one: "{count} 项检查已通过", other: "{count} 项检查已通过" },
  "hubState.members": { one: "{count} 位成员", other: "{count} 位成员" },
  "hubState.more": "要查看所有成员，请运行 hearth member list。",
  "hubState.isKeeper": "管理员",
  "hubState.adult": "成人",
  "hubState.child": "孩子",
  "hubState.isDisabled": "已停用",
  "hubState.noDevice": "没有手机",
  "hubState.neverHeard": "尚无数据",
  "hubState.heardToday": "今天活跃",
  "hubState.heard": { one: "{count} 天前活跃", other: "{count} 天前活跃" },
  "hubState.devices": { one: "{count} 部手机，{heard}", other: "{count} 部手机，{heard}" },
  "hubState.deputies": "后备主机",
  "hubState.deputyGuards": { one: "守护 {count} 位成员", other: "守护 {count} 位成员" },
  "hubState.deputyHeard": "上次消息：{time}",
  "hubState.deputySilent": "自 {time} 起没有消息",
  "hubState.deputyNever": "从未有消息",
  "hubState.outbox": "消息",
  "hubState.outboxNone": "没有等待发送的消息。",
  "hubState.outboxWaits": { one: "{count} 条消息等待发送，最久已等 {time}", other: "{count} 条消息等待发送，最久已等 {time}" },
  "hubState.outboxGivenUp": { one: "过去一天有 {count} 条发送失败。", other: "过去一天有 {count} 条发送失败。" },
  "hubState.storage": "磁盘",
  "hubState.storageWords": "数据库：{database}。可用：{free}，共 {disk}。",
  "hubState.jobs": "后台任务",
  "hubState.job.deadlines": "期限",
  "hubState.job.tidying": "删除旧数据",
  "hubState.job.watchdog": "外部监测",
  "hubState.job.backup": "备份",
  "hubState.job.drill": "备份恢复测试",
  "hubState.jobNever": "尚未运行",
  "hubState.version": "Hearth {version}",
};
