import { account } from "./account.ts";
import { costs } from "./costs.ts";
import { editor } from "./editor.ts";
import { exports } from "./exports.ts";
import { failures } from "./failures.ts";
import { folders } from "./folders.ts";
import { generate } from "./generate.ts";
import { interchange } from "./interchange.ts";
import { library } from "./library.ts";
import { models } from "./models.ts";
import { monitor } from "./monitor.ts";
import { offline } from "./offline.ts";
import { ops } from "./ops.ts";
import { problems } from "./problems.ts";
import { provenance } from "./provenance.ts";
import { record } from "./record.ts";
import { evidence } from "./evidence.ts";
import { review } from "./review.ts";
import { risk } from "./risk.ts";
import { share } from "./share.ts";
import { templates } from "./templates.ts";
import { ui } from "./ui.ts";
import { webhooks } from "./webhooks.ts";

/** One file per area; the same areas and keys exist in every language. */
export const zh = {
  account,
  costs,
  editor,
  exports,
  failures,
  folders,
  generate,
  interchange,
  library,
  models,
  monitor,
  offline,
  ops,
  problems,
  provenance,
  record,
  evidence,
  review,
  risk,
  share,
  templates,
  ui,
  webhooks,
} as const;
