// @ts-check

/**
 * Machines elsewhere that notify the companions if the hub fails.
 *
 * @type {typeof import("../en/deputies.js").deputies}
 */
export const deputies = {
  "deputy.title": "如果 Hub 发生故障",
  "deputy.words": "如果这个 Hub 在行程或警报期间停止工作，另一处的主机可以通知你的守护人。",
  "deputy.state.on": "守护你的行程",
  "deputy.state.off": "不守护你的行程",
  "deputy.state.unasked": "尚未决定",
  "deputy.guardian": "由家里的成人决定。",
  "deputy.review": "查看",
  "deputy.sheet": "允许 {name} 守护你的行程？",
  "deputy.reads": "{name} 的管理者可以看到：",
  "deputy.reads.times": "你在外或已求助、持续多久，以及会通知多少人",
  "deputy.reads.none": "没有姓名、号码或邮箱",
  "deputy.reads.needed": "你的名字、预计到达时间，以及未确认推送的人的号码和邮箱",
  "deputy.reads.all": "你的名字、预计到达时间，以及所有会收到通知的人的号码和邮箱",
  "deputy.reads.own": "你的号码和邮箱，用于在他人发出警报时通知你",
  "deputy.reads.never": "看不到你的位置、路线或 PIN 码",
  "deputy.children": "也适用于你家里 10 岁以下的孩子。",
  "deputy.cutOff": "如果只是与 Hub 的线路中断，即使你已到达，也可能通知守护人。",
  "deputy.allow": "允许",
  "deputy.decline": "不允许",
  "deputy.allowed": "{name} 会守护你的行程。",
  "deputy.declined": "{name} 不再守护你的行程。",
  "trip.deputy.ago": { one: "{count} 秒前", other: "{count} 秒前" },
  "trip.deputy.guards": "{name} 也在守护此行程，{age}确认。",
  "trip.deputy.ready": "{name} 也会守护此行程。",
  "trip.deputy.waits": "{name} 尚未收到此行程。",
  "trip.deputy.silent": "{name}：自 {time} 起没有消息。",
  "trip.deputy.never": "{name}：从未有消息。",
  "trip.deputy.mayTell": "无法联系 {name}，它可能仍会通知你的守护人。",
};
