// @ts-check

/**
 * A call for help and its PIN, and what else is said beside any page.
 *
 * @type {typeof import("../en/help.js").help}
 */
export const help = {
  "pin.label": "PIN 码，4 到 8 位数字",
  "pin.back": "删除最后一位",
  "pin.done": "完成",
  "pin.short": "请输入 4 到 8 位数字。",
  "pin.wrong": "PIN 码错误。未做任何更改。",
  "pin.locked": { one: "尝试次数过多。请在 {count} 秒后重试。", other: "尝试次数过多。请在 {count} 秒后重试。" },
  "pin.again": "现在可以重试。",
  "pin.away": "无法连接 Hub。你的 PIN 码每秒都会发送一次，优先于其他一切内容。",
  "pin.trying": "请稍候…",
  "pin.sheet.weaken": "输入 PIN 码",
  "pin.sheet.weakenWords": "行程中进行此操作需要 PIN 码。",

  "alarm.shake": "检测到手机摇晃",
  "alarm.sos": "SOS",
  "alarm.alert": "正在向守护人示警",
  "alarm.left": {
    one: "{count} 秒后通知守护人。",
    other: "{count} 秒后通知守护人。",
  },
  "alarm.leftNobody": "你没有可通知的守护人。请自行打电话求助。",
  "alarm.over": "正在通知守护人",
  "alarm.overWords": "守护人会通过所有渠道收到你的位置。输入 PIN 码即可告知守护人你安全了。",
  "alarm.answered": { one: "{names} 正在处理", other: "{names} 正在处理" },
  "alarm.answeredAt": "自 {time} 起",
  "alarm.notSent": "未发送",
  "alarm.notSentWords": "没有连接。每秒都在重试。请勿关闭此页面。",
  "alarm.unconfirmed": "尚未确认",
  "alarm.unconfirmedWords": "Hub 没有应答。每秒都在重试。请勿关闭此页面。",
  "alarm.missed": "未通知任何人",
  "alarm.missedWords": "应发出警报时，Hub 已停机数小时。如果你仍需要帮助，请再按一次 SOS 或打电话给别人。",
  "alarm.unrecorded": "已收到，但 Hub 的磁盘已满。在此行消失前，请勿关闭此页面。",
  "alarm.stop": "我安全了：输入 PIN 码",
  "alarm.noPIN": "尚无 PIN 码。设置后即可告知你安全了。",
  "alarm.setPIN": "设置 PIN 码",
  "alarm.stopped": "已取消。未通知任何人。",
  "alarm.cleared": "收到通知的每个人都会得知你安全了。",
  "alarm.ring": "距离通知守护人的时间",
  "alarm.silence": "关闭声音",
  "alarm.hide": "隐藏",
  "emergency.call.any": "拨打 {number}",
  "emergency.call.police": "警察 {number}",
  "emergency.call.ambulance": "救护车 {number}",
  "emergency.call.fire": "消防 {number}",
  "emergency.unknown": "此处的紧急电话号码未知。请询问当地号码",
  "emergency.mobile": "大多数手机都可以拨打 112。",
  "emergency.from.position": "{numbers}，根据你的位置。",
  "emergency.from.positionOf": "{numbers}，根据 {name} 的位置。",
  "emergency.from.lastPosition": "{numbers}，根据你最后已知的位置。",
  "emergency.from.phoneNumber": "{numbers}，根据你的手机号。",
  "emergency.from.phoneNumberOf": "{numbers}，根据 {name} 的手机号。",
  "emergency.from.hub": "{numbers}，根据此 Hub 所在地。",
  "alarm.callWords": "Hearth 不会拨打任何急救或报警电话。只有你可以拨打。",

  "safety.tripRuns": "行程中，{time} 询问是否到达",
  "safety.tripDue": "你到达了吗？",
  "safety.tripOverdue": "超时未到：已通知守护人",
  "safety.danger": "{name} 可能需要帮助",
  "safety.accompany": "{name} 正在行程中",

  "drill.asked": "【测试】来自 {name}：并非紧急情况",

  "childWord.title": "这些人可以看到你",
  "childWord.off": "什么都看不到",
  "childWord.place": "能看到你何时在某个地点，例如家或学校",
  "childWord.coarse": "能看到你大概在哪里",
  "childWord.exact": "能看到你的精确位置和走过的路线",
  "childWord.words": "如果觉得不对劲，请告诉你信任的人。",
  "childWord.close": "好",
  "childWord.change": "谁能看到什么",

  "missions.notSent": "{name}：未发送。{why}",

  // What the service worker says of a message, which it cannot look up itself.
  "worker.news": "有新消息。",
  "worker.decided": "已有决定",
  "worker.loggedOut": "未保存：你已退出登录",
  "worker.notSaved": "未保存",
  "worker.tap": "{body}。点按以在 Hearth 中决定。",
};
