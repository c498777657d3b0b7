// @ts-check

/**
 * What the hub keeps of me: taking it along, how long it is kept, and leaving.
 *
 * @type {typeof import("../en/leaving.js").leaving}
 */
export const leaving = {
  "data.title": "我的数据",
  "data.export": "导出我的数据",
  "data.exportWords": "Hub 存储的关于你的所有内容，放在一个文件里",
  "data.exporting": "正在准备你的文件。历史记录较多时需要一些时间。",
  "data.exported": "已保存到你的下载内容。",
  "data.exportFull": "其他人正在导出。请一分钟后再试。",

  "kept.open": "历史记录保留",
  "kept.days": { one: "{count} 天", other: "{count} 天" },
  "kept.forever": "永久",
  "kept.night": "到下一个夜间",
  "kept.label": "我的位置保留",
  "kept.words": "更早的位置会在每天夜间永久删除。其他人最多只能看到你最近 24 小时的位置。",
  "kept.shorterTitle": "要缩短历史记录的保留时间吗？",
  "kept.shorterWords": "更早的位置将在今晚永久删除。如需保留，请先导出你的数据。",
  "kept.shorterAction": "缩短",

  "deletion.open": "删除我的账号",
  "deletion.openWords": "以及你在 Hub 上的所有数据",
  "deletion.goes": "立即永久删除",
  "deletion.goesWhat": "你的号码、姓名、头像、所有位置、你的地点、时钟、设备和链接。没有人能恢复，Hub 管理员也不能。",
  "deletion.ends": "立即结束",
  "deletion.endsWhat": "你会在所有地方退出登录。手机不再上报你的位置。没有人能看到你，你也看不到任何人。",
  "deletion.stays": "保留的内容",
  "deletion.staysWhat": "一天之内，与你有联系的人仍会看到你的姓名，但不会更新。之后会显示你已不在这里，一周后消失。",
  "deletion.next": "继续",
  "deletion.sure": "要删除你的账号吗？",
  "deletion.type": "请输入“{word}”以确认。",
  "deletion.word": "删除",
  "deletion.label": "输入“{word}”",
  "deletion.mistyped": "请输入“{word}”。",
  "deletion.keeper": "新的 Hub 管理员",
  "deletion.keeperWords": "你是唯一的 Hub 管理员。请选择一位与你有联系的人，并在离开前告诉对方。",
  "deletion.keeperMissing": "请选择新的 Hub 管理员。",
  "deletion.keeperNobody": "你是唯一的 Hub 管理员，而且没有可以接手的联系。请先与某个人建立联系。",
  "deletion.action": "删除账号",
  "deletion.done": "账号已删除。这个 Hub 上不再有你的任何数据。",

  "gone.words": "已不在这里",
};
