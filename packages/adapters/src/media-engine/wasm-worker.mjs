// @ts-check
/**
 * The thread in which ffmpeg-core runs: one job at a time, blocking. A thread of its own,
 * because a running job can only be stopped by ending its thread. Plain JavaScript, because
 * Node starts it without a transpiler.
 *
 * The job's directory is mounted as the only place that exists for FFmpeg.
 */
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { diskFiles } from "./wasm-disk.mjs";

const MOUNT = "/job";
const PROGRESS = "/dev/progress";

// The core was built for browsers' workers and asks where it was loaded from.
const coreUrl = pathToFileURL(workerData.corePath).href;
globalThis.self ??= /** @type {any} */ (globalThis);
globalThis.location ??= /** @type {any} */ ({ href: coreUrl });

const { default: createCore } = await import(coreUrl);
const core = await createCore({
  instantiateWasm: (imports, receive) => {
    void WebAssembly.instantiate(workerData.wasmModule, imports).then(receive);
    return {};
  },
});
core.setLogger(({ type, message }) => tell({ kind: type, text: message }));
addProgressDevice(core.FS);
core.FS.mkdirTree(MOUNT);

parentPort?.on("message", ({ tool, args, directory, progress }) => {
  const started = performance.now();
  core.FS.mount(diskFiles(core.FS), { directory }, MOUNT);
  core.FS.chdir(MOUNT);
  try {
    core.reset();
    const head = progress ? ["-nostats", "-progress", PROGRESS] : [];
    const exitCode = tool === "ffmpeg" ? core.exec(...head, ...args) : probe(args);
    tell({ kind: "done", exitCode, cpuMs: performance.now() - started });
  } catch (error) {
    tell({ kind: "crashed", text: String(error) });
  }
  core.FS.chdir("/");
  core.FS.unmount(MOUNT);
});
tell({ kind: "ready" });

/** ffprobe returns its code when it ran to its end; when it leaves early the core notes it. */
function probe(args) {
  const argv = ["./ffprobe", ...args];
  try {
    return core["_ffprobe"](argv.length, core.stringsToPtr(argv));
  } catch (error) {
    if (core.ret === -1) throw error;
    return core.ret;
  }
}

/** Lines written to /dev/progress reach the parent while the job blocks this thread. */
function addProgressDevice(FS) {
  const device = FS.makedev(90, 1);
  FS.registerDevice(device, {
    open: () => {},
    close: () => {},
    write: (_stream, buffer, offset, length) => {
      const text = Buffer.from(buffer.subarray(offset, offset + length)).toString("latin1");
      tell({ kind: "progress", text });
      return length;
    },
    llseek: () => 0,
  });
  FS.mkdev(PROGRESS, device);
}

function tell(message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage(message);
}
