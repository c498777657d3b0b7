// @ts-check

/**
 * Outside contacts, and the page of their own link.
 *
 * @type {typeof import("../en/contacts.js").contacts}
 */
export const contacts = {
  "contacts.title": "无账号紧急联系人",
  "contacts.words":
    "最多 3 位没有账号的人。对方同意后，会在你需要帮助时收到一条附有你位置链接的消息，并在事情结束时再收到一条。",
  "contacts.add": "添加联系人",
  "contacts.askWords": "对方会收到一条写有你名字的消息，询问是否同意。",
  "contacts.name": "姓名",
  "contacts.phone": "电话号码",
  "contacts.phoneHint": "请输入号码，或在下方输入邮箱地址。",
  "contacts.mail": "邮箱地址（代替号码）",
  "contacts.send": "发送请求",
  "contacts.asked": "请求已发送。",
  "contacts.full": "最多 3 位联系人。请先移除一位。",
  "contacts.state.asked": "已询问，未回答",
  "contacts.state.agreed": "已同意",
  "contacts.state.declined": "已拒绝",
  "contacts.state.ended": "对方已退出",
  "contacts.removeLabel": "移除 {name}",
  "contacts.removeTitle": "移除 {name}？",
  "contacts.removeWords": "对方不会再收到消息，也不会收到此次移除的通知。",
  "contacts.remove": "移除",
  "contacts.removed": "已移除 {name}",
  "share.contacts": { one: "{count} 位无账号紧急联系人", other: "{count} 位无账号紧急联系人" },

  "contact.page": "紧急联系人",
  "contact.gone": "链接已结束，无需回答。",
  "contact.state.asked": "{name} 请你担任紧急联系人。你同意吗？",
  "contact.state.agreed": "你是 {name} 的紧急联系人。",
  "contact.state.declined": "你已拒绝。{name} 无法再次请求你。",
  "contact.state.ended": "你已退出。{name} 无法再次请求你。",
  "contact.words":
    "发生警报时，你会收到一条附有 {name} 所在位置链接的消息，并在结束时再收到一条。无需账号。每条消息都有一个可退出的链接。",
  "contact.emergency": "Hearth 不会拨打任何急救或报警电话。遇到紧急情况，请自己拨打。",
  "contact.agree": "同意",
  "contact.decline": "拒绝",
  "contact.end": "不再担任联系人",

  "notice.contactAgreed": "一位紧急联系人已同意",
  "notice.contactAgreed.words": "如果你需要帮助，对方会收到消息。",
  "notice.contactEnded": "一位紧急联系人已退出",
  "notice.contactEnded.words": "对方不会收到消息。你可以添加其他人。",
  "notice.contactViewed": "一位紧急联系人打开了你的警报",
  "notice.contactViewed.words": "在新的浏览器中打开。",
};
