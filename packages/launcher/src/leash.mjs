/**
 * Loaded into every app before its own code: ends the app when the launcher is gone, however
 * it went. The launcher holds the other end of file descriptor 3 and never writes to it; a
 * process that dies, even by SIGKILL, lets go of it.
 *
 * Worker threads load every preload again. One that held the descriptor too would close it when
 * it ends, which looks like a dead launcher: the main thread alone holds it.
 */
import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

const PATIENCE_MS = 10_000;

if (isMainThread) {
  new Socket({ fd: 3, readable: true, writable: false })
    .on("error", () => {})
    .on("close", () => {
      process.kill(process.pid, "SIGTERM");
      setTimeout(() => process.kill(process.pid, "SIGKILL"), PATIENCE_MS).unref();
    })
    .resume()
    .unref();
}
