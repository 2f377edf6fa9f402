export type { Captcha, CaptchaChallenge } from "./captcha.ts";
export type { Clock, Ids } from "./clock.ts";
export type {
  Callback,
  CallbackOutcome,
  CancelOutcome,
  FindOutcome,
  GenerateRequest,
  Generator,
  PollOutcome,
  SubmitOutcome,
  VendorHandle,
} from "./generator.ts";
export type {
  CountedWindow,
  Hold,
  HoldChange,
  HoldSet,
  KeyValue,
  Reserve,
  Reserved,
  ReserveLayer,
} from "./key-value.ts";
export type { EngineJob, EngineOutcome, MediaEngine } from "./media-engine.ts";
export type { Notification, Notifier, NotifyOutcome } from "./notifier.ts";
export type {
  ObjectHead,
  ObjectStore,
  PresignedPut,
  PresignedUrl,
  StoredPart,
} from "./object-store.ts";
export type { JudgeOutcome, Picture, PictureJudge } from "./picture-judge.ts";
export type { Queue, QueuePublish, QueueVerifier } from "./queue.ts";
