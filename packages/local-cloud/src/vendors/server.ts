/** Simulated vendors behind one port, each under its name: /runway, /fal and so on. */
import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../process/ports.ts";
import { callBack, tellEnd } from "./call-back.ts";
import type { Reply, Site, Wanted, WireRequest } from "./dialect.ts";
import { createDialects } from "./dialects.ts";
import type { SimulatedVendor } from "./dialects.ts";
import { FaultPlan } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { JobBook } from "./job-book.ts";
import { lookAtPicture } from "./look-at-picture.ts";
import type { JobView, Pace, SimulatedJob } from "./job-book.ts";
import type { Office } from "./office.ts";
import { serveFilm } from "./serve-film.ts";
import { SIMULATED_KEY, vendorEnv } from "./vendor-env.ts";

export interface VendorsOptions {
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
  /** How long a job waits and works. Default: 1 s and 4 s. */
  readonly queueMs?: number;
  readonly runMs?: number;
  readonly now?: () => number;
}

export interface VendorControl {
  readonly baseUrl: string;
  /** Whoever comes next meets these, in this order. */
  fault(...faults: readonly Fault[]): void;
  /** Only a clip with exactly this prompt meets these. */
  faultFor(prompt: string, ...faults: readonly Fault[]): void;
  /** Faults that nobody has met yet. */
  faultsLeft(): readonly Fault[];
  /** All that was accepted, oldest first. */
  jobs(): readonly JobView[];
  billedMicros(): number;
  /** Sends the callback of a job's present state again. */
  callBack(jobId: string): Promise<number | null>;
  rotateKeys(): void;
}

export interface Vendors {
  readonly url: string;
  /** What the API has to be given to reach them, as if they were the real ones. */
  readonly env: Readonly<Record<string, string>>;
  readonly vendor: (name: SimulatedVendor) => VendorControl;
  stop(): Promise<void>;
}

/** Longer than anybody waits for an answer. */
const NEVER_MS = 120_000;
const HTML: Reply = {
  status: 200,
  text: "<html><body>We are improving things</body></html>",
  headers: { "content-type": "text/html" },
};

const TOO_MANY: Readonly<Record<string, unknown>> = {
  "429-body": { detail: "Too many requests. Your limit resets in ~7s", retry_after: 7 },
  "429-at-once": { error: "Too many concurrent generations" },
  "429-quota": { error: "The daily limit of this account is reached" },
};

function send(response: ServerResponse, { status, json, text, headers }: Reply): void {
  const body = json === undefined ? (text ?? "") : JSON.stringify(json);
  const type = json === undefined ? "text/plain" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) {
    const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
    return Object.fromEntries(form.entries());
  }
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

async function submit(
  office: Office,
  wanted: Extract<Wanted, { kind: "submit" }>,
  response: ServerResponse,
  follow: (job: SimulatedJob) => void,
): Promise<void> {
  const { prompt } = wanted.asked;
  const fault = office.faults.take("submit", prompt);
  if (fault === "5xx") return send(response, { status: 503, text: "upstream is busy" });
  if (fault?.startsWith("429") === true) {
    return send(response, {
      status: 429,
      json: TOO_MANY[fault] ?? { error: "Too many requests" },
      ...(fault === "429-header" ? { headers: { "retry-after": "7" } } : {}),
    });
  }
  if (fault === "moderated-input" && wanted.refuse !== null) {
    return send(response, wanted.refuse());
  }
  const seen = await Promise.all(wanted.pictures.map(lookAtPicture));
  const isBroken = seen.includes(null);
  if (isBroken && wanted.refusePicture !== null) return send(response, wanted.refusePicture());
  const refusal = fault === "moderated-input" ? "moderated-input" : isBroken ? "bad-picture" : null;
  const later = refusal ?? office.faults.take("job", prompt);
  const job = office.book.accept(wanted.asked, later, seen);
  if (office.faults.takeOne("callback-before-answer", prompt)) {
    office.book.hurry(job);
    await callBack(office, job);
  } else follow(job);
  if (fault === "hidden") return void response.destroy();
  if (fault === "5xx-after-accept") return send(response, { status: 502, text: "bad gateway" });
  if (fault === "html") return send(response, HTML);
  if (fault === "slow") await sleep(NEVER_MS, undefined, { ref: false });
  send(response, wanted.answer(office.book.view(job), office.site()));
}

function answerPoll(
  office: Office,
  wanted: Extract<Wanted, { kind: "poll" | "cancel" }>,
  response: ServerResponse,
): void {
  const job = office.book.find(wanted.jobId);
  const prompt = job?.asked.prompt ?? null;
  const fault = wanted.kind === "poll" ? office.faults.take("poll", prompt) : null;
  if (fault === "poll-drop") return void response.destroy();
  if (fault === "poll-html") return send(response, HTML);
  if (fault === "poll-500") return send(response, { status: 500, text: "oops" });
  if (fault === "poll-429") {
    return send(response, { status: 429, text: "slow down", headers: { "retry-after": "9" } });
  }
  if (job === null) return send(response, office.dialect.missing);
  if (wanted.kind === "cancel") {
    const isTooLate = wanted.onlyQueued === true && office.book.view(job).stage !== "queued";
    const didCancel = !isTooLate && office.book.cancel(job);
    if (wanted.forgets === true) job.forgotten = true;
    return send(response, wanted.answer(didCancel, office.book.view(job), office.site()));
  }
  job.polls += 1;
  send(response, wanted.answer(office.book.view(job), office.site()));
}

function film(
  office: Office,
  jobId: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const job = office.book.find(jobId);
  if (job === null) return send(response, { status: 404 });
  const fault = office.faults.take("file", job.asked.prompt);
  serveFilm(request, response, { isTall: job.asked.isTall, fault });
}

function controlOf(office: Office): VendorControl {
  return {
    baseUrl: office.site().base,
    fault: (...faults) => office.faults.add(faults),
    faultFor: (prompt, ...faults) => office.faults.add(faults, prompt),
    faultsLeft: () => office.faults.left(),
    jobs: () => office.book.all(),
    billedMicros: () => office.book.all().reduce((sum, view) => sum + view.billedMicros, 0),
    async callBack(jobId) {
      const job = office.book.find(jobId);
      return job === null ? null : callBack(office, job);
    },
    rotateKeys: () => office.dialect.rotateKeys?.(),
  };
}

function openOffices(pace: Pace, base: () => string): ReadonlyMap<string, Office> {
  const offices = new Map<string, Office>();
  for (const [name, dialect] of createDialects(SIMULATED_KEY)) {
    const book = new JobBook(pace, dialect.tariff);
    const site = (): Site => ({
      base: `${base()}/${name}`,
      fileUrl: ({ job }) => `${base()}/${name}/files/${job.id}.mp4`,
      nowMs: pace.now(),
    });
    offices.set(name, { name, dialect, book, faults: new FaultPlan(), site });
  }
  return offices;
}

/** Everything is forgotten when it stops: a simulator is no place to keep work. */
export async function startVendors(options: VendorsOptions = {}): Promise<Vendors> {
  const { host = "127.0.0.1", queueMs = 1_000, runMs = 4_000, now = Date.now } = options;
  const stopping = new AbortController();
  // Every job waits for its end by this signal.
  setMaxListeners(0, stopping.signal);
  let base = "";
  const offices = openOffices({ queueMs, runMs, now }, () => base);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", base);
    const [name = "", ...path] = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
    const office = offices.get(name);
    if (office === undefined) return send(response, { status: 404, text: "no such vendor" });
    if (path[0] === "files") {
      const { fileHeader } = office.dialect;
      const isAllowed =
        fileHeader === undefined || request.headers[fileHeader.name] === fileHeader.value;
      if (!isAllowed) return send(response, { status: 403 });
      return film(office, (path[1] ?? "").replace(/\.mp4$/u, ""), request, response);
    }
    const wire: WireRequest = {
      method: request.method ?? "GET",
      path,
      query: url.searchParams,
      headers: request.headers as Readonly<Record<string, string>>,
      body: await readBody(request),
    };
    const wanted = office.dialect.read(wire);
    switch (wanted.kind) {
      case "reply":
        return send(response, wanted.reply);
      case "film":
        return film(office, wanted.jobId, request, response);
      case "list":
        return send(response, wanted.answer(office.book.all(), office.site()));
      case "submit":
        return submit(office, wanted, response, (job) => {
          void tellEnd(office, job, queueMs + runMs + 20, stopping.signal);
        });
      case "poll":
      case "cancel":
        return answerPoll(office, wanted, response);
    }
  };
  const server: Server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, host, options.port ?? 0);
  base = `http://${host}:${port}`;
  return {
    url: base,
    env: vendorEnv(base),
    vendor(name) {
      const office = offices.get(name);
      if (office === undefined) throw new Error(`no vendor ${name}`);
      return controlOf(office);
    },
    async stop() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
