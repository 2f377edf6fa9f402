import { accountEndpoints } from "./http/account.ts";
import { assetEndpoints } from "./http/asset.ts";
import { creditEndpoints } from "./http/credits.ts";
import { eventEndpoints } from "./http/event.ts";
import { evidenceEndpoints } from "./http/evidence.ts";
import { farmEndpoints } from "./http/farm.ts";
import { folderEndpoints } from "./http/folder.ts";
import { generationEndpoints } from "./http/generation.ts";
import { interchangeEndpoints } from "./http/interchange.ts";
import { opsEndpoints } from "./http/ops.ts";
import { opsWorkEndpoints } from "./http/ops-work.ts";
import { projectEndpoints } from "./http/project.ts";
import { reviewEndpoints } from "./http/review.ts";
import { riskEndpoints } from "./http/risk.ts";
import { rolloutEndpoints } from "./http/rollout.ts";
import { shareEndpoints } from "./http/share.ts";
import { taskEndpoints } from "./http/task.ts";
import { templateEndpoints } from "./http/template.ts";
import { uploadEndpoints } from "./http/upload.ts";
import { usageEndpoints } from "./http/usage.ts";
import { webhookEndpoints } from "./http/webhook.ts";

/** Every endpoint of the API, by the name its clients call it. */
export const endpoints = {
  ...accountEndpoints,
  ...uploadEndpoints,
  ...webhookEndpoints,
  ...assetEndpoints,
  ...folderEndpoints,
  ...projectEndpoints,
  ...interchangeEndpoints,
  ...templateEndpoints,
  ...taskEndpoints,
  ...generationEndpoints,
  ...eventEndpoints,
  ...shareEndpoints,
  ...farmEndpoints,
  ...opsWorkEndpoints,
  ...creditEndpoints,
  ...reviewEndpoints,
  ...evidenceEndpoints,
  ...rolloutEndpoints,
  ...riskEndpoints,
  ...usageEndpoints,
  ...opsEndpoints,
};
export type EndpointName = keyof typeof endpoints;
