/** A generator beside the vendor that it speaks to, for the suite of all generators. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Callback, Generator } from "@cutroom/ports";
import type { GeneratorCase } from "@cutroom/ports/generator.cases";
import {
  SIMULATED_KEY,
  SIMULATED_SECRET,
  SIMULATED_SECRET_NEXT,
  freePort,
  startVendors,
} from "@cutroom/testkit";
import type { SimulatedVendor } from "@cutroom/testkit";
import type { VendorSettings } from "./call-vendor.ts";

type Facts = Pick<
  GeneratorCase,
  "model" | "durationMs" | "find" | "cancel" | "billsModerated" | "tellsCost"
>;

const HASTY_MS = 500;
const PATIENT_MS = 20_000;

/** One grey dot. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);

/** Where a picture lies, and half of it. */
async function servePictures() {
  const server = createServer((request, response) => {
    response.end(request.url === "/whole.png" ? PNG : PNG.subarray(0, PNG.length / 2));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pictures = { whole: `${at}/whole.png`, broken: `${at}/half.png` };
  return { pictures, stop: () => server.close() };
}

/** Listens where vendors call back, and keeps what they say. */
async function listenForCallbacks() {
  const heard: Callback[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      heard.push({
        rawBody: Buffer.concat(chunks).toString("utf8"),
        headers: request.headers as Readonly<Record<string, string>>,
        nowMs: Date.now(),
      });
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { heard, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

export async function openVendorCase(
  name: SimulatedVendor,
  create: (settings: VendorSettings) => Generator,
  facts: Facts,
): Promise<GeneratorCase> {
  let shiftMs = 0;
  const vendors = await startVendors({ now: () => Date.now() + shiftMs });
  const listener = await listenForCallbacks();
  const served = await servePictures();
  const vendor = vendors.vendor(name);
  const at = (baseUrl: string, apiKey: string, timeoutMs = PATIENT_MS) =>
    create({
      baseUrl,
      apiKey,
      timeoutMs,
      webhookSecrets: [SIMULATED_SECRET, SIMULATED_SECRET_NEXT],
      jwksUrl: `${vendor.baseUrl}/.well-known/jwks.json`,
    });
  const generator = at(vendor.baseUrl, SIMULATED_KEY);
  // Every request of the suite calls back here, whatever address it names.
  const submit: Generator["submit"] = (request) =>
    generator.submit({ ...request, callbackUrl: listener.url });
  const hear = async (jobId: string): Promise<Callback> => {
    await vendor.callBack(jobId);
    const last = listener.heard.at(-1);
    if (last === undefined) throw new Error("nobody called back");
    return { ...last, nowMs: Date.now() + shiftMs };
  };
  return {
    ...facts,
    pictures: served.pictures,
    generator: { ...generator, submit },
    hasty: at(vendor.baseUrl, SIMULATED_KEY, HASTY_MS),
    stranger: at(vendor.baseUrl, "wrong-key"),
    nobody: at(`http://127.0.0.1:${await freePort()}`, SIMULATED_KEY),
    vendor: {
      fault: (fault) => vendor.fault(fault as Parameters<typeof vendor.fault>[0]),
      jobs: () => vendor.jobs(),
      rotateKeys: () => vendor.rotateKeys(),
    },
    advance: (ms) => {
      shiftMs += ms;
    },
    hear: generator.callsBack ? hear : null,
    close: async () => {
      listener.stop();
      served.stop();
      await vendors.stop();
    },
  };
}
