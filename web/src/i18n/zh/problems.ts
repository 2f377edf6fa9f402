import type { problems as words } from "../en/problems.ts";
import type { Translated } from "../messages.ts";

export const problems: Translated<typeof words> = {
  request: {
    invalid: "填写的内容有误，请修改后重试。",
    "not-found": "这里没有内容，或者它不属于你。",
  },
  auth: {
    required: "你已退出登录，请重新登录后继续。",
    scope: "这个密钥没有此权限，请创建一个具有所需权限的密钥。",
  },
  rate: { limited: "短时间内请求过多，请稍候再继续。" },
  quota: {
    exceeded: "已超出套餐限额。请等待限额重置，或更换套餐。",
    "in-flight": "正在进行的导出已达套餐上限。请等待其中一个完成，或取消一个。",
  },
  plan: { resolution: "当前套餐不支持导出这个尺寸。请选择较小的尺寸，或更换套餐。" },
  prompt: { refused: "这些文字不符合平台规则。请修改；没有扣除任何点数。" },
  model: {
    cannot: "该模型无法生成这种片段。请选择其他时长、画幅或模型。",
    none: "没有模型能以这个价格生成这样的片段。请选择其他时长或画幅，或提高上限。",
    "not-allowed": "工作区的合同不允许使用该模型。请选择其他模型，或联系管理者。",
    retired: "该模型已停止接受新片段。请选择其他模型。",
    unavailable: "此处未启用该模型。请选择其他模型。",
  },
  export: {
    "format-limit": "这种格式容不下这样的尺寸或时长。请缩小尺寸、缩短项目，或换一种格式。",
    "format-unavailable": "目前没有机器能生成这种格式。请换一种格式。",
  },
  platform: { busy: "当前排队的任务过多。请一分钟后再试；没有扣除任何点数。" },
  risk: {
    review: "请先在账户页面确认是真人在操作，只需几秒，然后重新提交。",
    frozen: "该账户的付费任务已停止。请在账户页面查看原因；如有误判，可在那里申诉。",
    "not-held": "账户目前没有任何限制，可以照常使用。",
    "appeal-open": "你的申诉正在等待答复。",
    "challenge-failed": "未通过或已超时，请重试。",
  },
  credits: { insufficient: "点数不足。请选择较小的尺寸，或等待下月点数。" },
  idempotency: {
    missing: "请求不完整，请刷新页面后重试。",
    mismatch: "这个请求曾以其他设置发送过。请关闭对话框后重新开始。",
    "in-flight": "上一个请求仍在处理，请稍后重试。",
  },
  revision: { conflict: "项目已在别处被修改。请重新载入，或把你的版本另存为副本。" },
  patch: { invalid: "这次修改与项目不符。请重新载入项目后再试。" },
  project: { empty: "时间线上还没有可以导出的内容。" },
  clip: { "not-made": "时间线上有片段尚未生成。请等它完成、重新生成，或将它移除。" },
  asset: {
    "not-ready": "有素材仍在处理中，请等它就绪。",
    missing: "项目用到的素材已不存在。请重新链接，或删除相关片段。",
    "in-use": "有项目或模板正在使用这个素材，请先删除相关片段。",
  },
  upload: {
    "empty-file": "文件是空的，请换一个文件。",
    "too-large": "文件超过套餐允许的大小。",
    "too-many": "未完成的上传过多，请先完成或取消一些。",
    "size-mismatch": "收到的内容与文件长度不符，请重新上传。",
    "checksum-mismatch": "收到的内容与文件不一致，请重新上传。",
    incomplete: "有部分内容尚未送达。请重试，只会补传缺少的部分。",
    closed: "这次上传已结束，请重新开始。",
  },
  folder: {
    "too-many": "工作区的文件夹数量已达上限。请删除不再使用的文件夹。",
    "too-deep": "文件夹嵌套过深。请选择更上层的位置。",
    "inside-itself": "文件夹不能放进自身。请选择其他位置。",
  },
  template: {
    invalid: "目前的内容无法存为模板。请调整要替换的片段后重试。",
    choice: "所选内容与模板不符，请换一个。",
    "too-many": "工作区的模板数量已达上限。请删除不再使用的模板。",
  },
  task: {
    "illegal-move": "任务已过了可以这样做的阶段。",
    "no-output": "导出还没有生成文件。",
    "not-retryable": "重试也会同样失败。请先修改失败的原因，再重新导出。",
  },
  webhook: {
    address: "无法访问该地址。请填写公开的 https 网址。",
    "too-many": "工作区的 webhook 已达上限，请先删除一个。",
  },
  stream: { full: "实时连接过多，本页改为每 30 秒刷新一次。" },
  break: { resolved: "这条差异已被他人解决，请刷新列表。" },
  invoice: { "line-differs": "账单中有一行曾以不同的内容导入，请检查文件。" },
  refund: { "too-large": "退款超过了该任务已扣且尚未退还的点数。" },
  share: {
    gone: "这个链接已被撤销或已过期。",
    "in-review": "链接里的内容正在审核，请稍后再来。",
    rejected: "链接里的内容经审核不能分享。",
  },
  review: { decided: "这一条已有人作出决定，请刷新列表。" },
  evidence: {
    "too-large": "一次推理的证据最多 64 KiB。请减少所判断的画面。",
    budget: "今天对证据的查询已达上限，请明天再查。",
    "over-budget": "这样保留证据的费用会超出预算。请缩短保留天数。",
    changed: "期间有人修改过。请重新加载后再改。",
  },
  lease: { lost: "另一个工作进程已接手此步骤，请停止并放弃当前工作。" },
  service: { unavailable: "部分服务暂时连接不到。没有丢失任何内容，请稍后重试。" },
  internal: { error: "我们这边出了问题。不会重复扣费，请重试。" },
};
