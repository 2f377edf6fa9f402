/**
 * One run of a rival queue in a process of its own, under the Node that it asks for. Prints
 * `{"seconds":..,"delivered":..,"repeated":..}`. Arguments: a JSON of what to run.
 */
import { createRequire } from "node:module";
import { join } from "node:path";

const run = JSON.parse(process.argv[2]);
const load = createRequire(join(run.folder, "package.json"));
const { Client } = load("pg");

async function holdTransaction() {
  const client = new Client({ connectionString: run.databaseUrl });
  await client.connect();
  await client.query("begin isolation level repeatable read");
  await client.query("select count(*) from pg_class");
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

/** Which jobs came, and how many came more than once. */
function counter() {
  const seen = new Set();
  let repeated = 0;
  return {
    add(id) {
      if (seen.has(id)) repeated += 1;
      seen.add(id);
      return seen.size;
    },
    result: (seconds) => ({ seconds, delivered: seen.size, repeated }),
  };
}

async function pgBoss() {
  const { PgBoss } = load("pg-boss");
  const boss = new PgBoss({ connectionString: run.databaseUrl, max: run.connections });
  boss.on("error", (error) => process.stderr.write(`${error}\n`));
  await boss.start();
  await boss.createQueue("work");
  const inserted = async (count, over) => {
    for (let at = 0; at < count; at += 1_000) {
      const size = Math.min(1_000, count - at);
      await boss.insert(
        "work",
        Array.from({ length: size }, (_, i) => ({ data: { n: at + i }, ...over })),
      );
    }
  };
  await inserted(run.stuck, { startAfter: new Date(Date.now() + 86_400_000) });
  await inserted(run.jobs, {});
  const release = run.held ? await holdTransaction() : async () => undefined;
  const count = counter();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: run.loops }, async () => {
      for (;;) {
        const jobs = await boss.fetch("work", { batchSize: run.batch });
        if (jobs.length === 0) return;
        for (const job of jobs) count.add(job.id);
        await boss.complete(
          "work",
          jobs.map((job) => job.id),
        );
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await release();
  await boss.stop({ graceful: false });
  return count.result(seconds);
}

async function graphileWorker() {
  const { run: start, makeWorkerUtils, Logger } = load("graphile-worker");
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ connectionString: run.databaseUrl, logger });
  await utils.migrate();
  const client = new Client({ connectionString: run.databaseUrl });
  await client.connect();
  const add = (count, queue) =>
    client.query(
      `select count(*) from generate_series(1, $1::int) i, lateral graphile_worker.add_job('work', json_build_object('n', i), queue_name => $2) j`,
      [count, queue],
    );
  if (run.stuck > 0) {
    await add(run.stuck, "stuck");
    await client.query(
      "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'other' where queue_name = 'stuck'",
    );
  }
  await add(run.jobs, null);
  await client.query("analyze");
  const release = run.held ? await holdTransaction() : async () => undefined;
  const count = counter();
  let done;
  const all = new Promise((resolve) => (done = resolve));
  const began = performance.now();
  const runner = await start({
    connectionString: run.databaseUrl,
    logger,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: run.loops * (run.batch > 1 ? run.batch : 1),
        maxPoolSize: run.connections,
        pollInterval: 100,
        ...(run.batch > 1
          ? {
              localQueue: { size: run.batch * run.loops },
              completeJobBatchDelay: 0,
              failJobBatchDelay: 0,
            }
          : {}),
      },
    },
    taskList: {
      work: (_payload, helpers) => {
        if (count.add(helpers.job.id) === run.jobs) done();
      },
    },
  });
  await Promise.race([
    all,
    new Promise((resolve) => setTimeout(resolve, run.limitSeconds * 1_000)),
  ]);
  const left = async () => {
    const text =
      "select count(*)::int as n from graphile_worker._private_jobs where job_queue_id is null";
    return (await client.query(text)).rows[0].n;
  };
  const until = performance.now() + 5_000;
  while ((await left()) > 0 && performance.now() < until)
    await new Promise((r) => setTimeout(r, 5));
  const seconds = (performance.now() - began) / 1_000;
  await release();
  await runner.stop();
  await utils.release();
  await client.end();
  return count.result(seconds);
}

const result = await (run.rival === "pg-boss" ? pgBoss() : graphileWorker());
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
