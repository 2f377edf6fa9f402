import { browserAnswers } from "./kept-answers.ts";
import { openMediaShelf } from "./media-shelf.ts";
import { forgetProjects } from "./page-shelf.ts";

/** Takes media and opened projects of one account off this device, and what the API said of it. */
export async function forgetDevice(): Promise<void> {
  await Promise.allSettled([browserAnswers().clear(), openMediaShelf().clear(), forgetProjects()]);
}
