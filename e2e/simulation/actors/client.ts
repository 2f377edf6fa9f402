/** People: they submit, repeat themselves, change their minds, and cancel. */
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import type { OperatorCaller } from "@cutroom/edge-api/src/caller.ts";
import { getAccount } from "@cutroom/edge-api/src/usecases/account/get-account.ts";
import { listDeadLetters } from "@cutroom/edge-api/src/usecases/dead-letter/list-dead-letters.ts";
import { redriveDeadLetter } from "@cutroom/edge-api/src/usecases/dead-letter/redrive-dead-letter.ts";
import { submitExport } from "@cutroom/edge-api/src/usecases/export/submit-export.ts";
import { cancelTask } from "@cutroom/edge-api/src/usecases/task/cancel-task.ts";
import { retryTask } from "@cutroom/edge-api/src/usecases/task/retry-task.ts";
import { exportSpec } from "@cutroom/contracts";
import { PROJECT_OF } from "../world/tenants.ts";
import type { World } from "../world/world.ts";

const SPECS = [
  exportSpec.parse({ resolution: 360, quality: "draft" }),
  exportSpec.parse({ resolution: 720 }),
];

type Outcome = "accepted" | "refused" | "unknown";

/** One request under a key. The answer to a key may never change (I4). */
async function submit(
  world: World,
  caller: UserCaller,
  key: string,
  spec = world.random.pick(SPECS),
): Promise<Outcome> {
  const name = `${caller.tenantId}/${key}`;
  const { answer, span } = await world.history.span(() =>
    world.call("submit", (deps) =>
      submitExport(deps, caller, { projectId: PROJECT_OF(caller), spec, idempotencyKey: key }),
    ),
  );
  if (answer === null) {
    world.history.answerKey(name, spec, { span, answer: { is: "unheard" } });
    return "unknown";
  }
  const { value } = answer;
  if (!value.ok) {
    const { code } = value.failure;
    // It says nothing of the key but that somebody else is asking.
    if (code === "idempotency.in-flight") return "unknown";
    const is = code === "idempotency.mismatch" ? "mismatch" : "refused";
    world.history.answerKey(name, spec, { span, answer: { is } });
    return "refused";
  }
  const { json: text } = value.value;
  const taskId = taskIn(text);
  world.history.answerKey(name, spec, { span, answer: { is: "accepted", text }, taskId });
  const bound = world.specs.get(name) ?? spec;
  world.specs.set(name, bound);
  if (bound !== spec) world.accuse("one-answer-per-key", `${name} answers for two requests`);
  keep(world, name, text);
  return "accepted";
}

/** The answer to a key is the same for ever, to the byte (I4). */
function keep(world: World, name: string, json: string): void {
  const before = world.answers.get(name);
  if (before !== undefined && before !== json) {
    world.accuse("one-answer-per-key", `${name} was ${before} and is ${json}`);
  }
  world.answers.set(name, json);
  world.acknowledged.set(name, taskIn(json));
}

function taskIn(answer: string): string {
  const { task_id: taskId } = JSON.parse(answer) as { task_id: string };
  return taskId;
}

/** Looks at the credits (C6). */
async function look(world: World, caller: UserCaller): Promise<void> {
  const { answer, span } = await world.history.span(() =>
    world.call("read credits", (deps) => getAccount(deps, caller)),
  );
  if (answer?.value.ok !== true) return;
  const { available, reserved } = answer.value.value.credits;
  world.history.readBalance(caller.tenantId, `${available}/${reserved}`, span);
}

/** Looks now and then, whoever's credits they are. */
export async function reader(world: World): Promise<void> {
  const { random } = world;
  const count = random.between(1, 4);
  for (let index = 0; index < count; index += 1) {
    await world.sleep(10, random.pick([2_000, 30_000]));
    await look(world, random.pick(world.callers));
  }
}

/** Submits a few exports; on silence the same key again, often twice at once. */
export async function submitter(world: World, caller: UserCaller, name: string): Promise<void> {
  const { random } = world;
  // Who asks more often than their credits last is refused.
  const count = world.faults.aim.includes("submit.refused") ? 4 : random.between(1, 2);
  for (let index = 0; index < count; index += 1) {
    await world.sleep(10, random.pick([2_000, 60_000]));
    const key = `${name}-${index}`;
    for (let tries = 0; tries < 5; tries += 1) {
      const twins = random.chance(0.3) ? 2 : 1;
      // The other body of a twin is refused, or wins: never both (C4).
      const spec = random.chance(0.6) ? SPECS[0] : undefined;
      // A page shows the credits while they change.
      const looks = random.chance(0.4) ? [look(world, caller)] : [];
      const [outcomes] = await Promise.all([
        Promise.all(Array.from({ length: twins }, () => submit(world, caller, key, spec))),
        ...looks,
      ]);
      if (outcomes.some((outcome) => outcome !== "unknown")) break;
      await world.sleep(200, 8_000);
    }
  }
}

/** Asks for two exports in one moment, where one at a time is allowed (C5). */
export async function hasty(world: World, caller: UserCaller): Promise<void> {
  await world.sleep(1, 5);
  await Promise.all(["bea-0", "bea-1"].map((key) => submit(world, caller, key, SPECS[0])));
}

/** Cancels some of what was accepted, at any time. */
export async function canceller(world: World): Promise<void> {
  const { random } = world;
  const count = random.between(0, 3);
  for (let index = 0; index < count; index += 1) {
    await world.sleep(500, random.pick([4_000, 90_000]));
    const names = [...world.acknowledged.keys()];
    if (names.length === 0) continue;
    const name = random.pick(names);
    const taskId = world.acknowledged.get(name) ?? "";
    const caller = world.callers.find(({ tenantId }) => name.startsWith(`${tenantId}/`));
    if (caller === undefined) continue;
    const answer = await world.call("cancel", (deps) => cancelTask(deps, caller, taskId));
    if (answer?.value.ok === true && answer.value.value.cancel_requested_at === null) {
      world.accuse("cancel-is-noted", `${taskId} was cancelled and says nothing of it`);
    }
  }
}

/** Asks for failed tasks once more, now and then twice with one key (C1). */
export async function retrier(world: World): Promise<void> {
  const { random } = world;
  const count = random.between(0, 2);
  for (let index = 0; index < count; index += 1) {
    await world.sleep(20_000, 120_000);
    const [name, taskId] = random.pick([...world.acknowledged, ["", ""] as const]);
    const caller = world.callers.find(({ tenantId }) => name.startsWith(`${tenantId}/`));
    if (caller === undefined) continue;
    const key = `again-${taskId}-${index}`;
    const once = async () => {
      const ask = { taskId, idempotencyKey: key };
      const answer = await world.call("retry", (deps) => retryTask(deps, caller, ask));
      if (answer?.value.ok === true)
        keep(world, `${caller.tenantId}/${key}`, answer.value.value.json);
    };
    await Promise.all(random.chance(0.4) ? [once(), once()] : [once()]);
  }
}

const OPERATOR: OperatorCaller = { kind: "operator", userId: "user_op", email: "op@example.com" };

/** Looks a few times for given-up work and runs it once more (C10). */
export async function operator(world: World): Promise<void> {
  const open = { state: "OPEN", limit: 20 } as const;
  for (let looks = 0; looks < 6; looks += 1) {
    await world.sleep(30_000, 60_000);
    const found = await world.call("list dead letters", (deps) => listDeadLetters(deps, open));
    if (found === null || !found.value.ok || found.value.value.total === 0) continue;
    for (const letter of found.value.value.dead_letters) {
      await world.call("redrive", (deps) => redriveDeadLetter(deps, OPERATOR, letter.id));
    }
    return;
  }
}
