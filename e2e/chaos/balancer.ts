/** One address for several farms: each connection goes to one that takes it. */
import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";

function tryPorts(from: Socket, ports: readonly number[]): void {
  const [port, ...rest] = ports;
  if (port === undefined) {
    from.destroy();
    return;
  }
  const to = connect({ port, host: "127.0.0.1" });
  let isOpen = false;
  to.on("connect", () => {
    isOpen = true;
    from.pipe(to);
    to.pipe(from);
  });
  to.on("error", () => (isOpen ? from.destroy() : tryPorts(from, rest)));
  from.on("error", () => to.destroy());
  from.on("close", () => to.destroy());
}

export function startBalancer(port: number, targets: readonly number[]): Promise<Server> {
  let turn = 0;
  const server = createServer((socket) => {
    turn += 1;
    const at = turn % targets.length;
    tryPorts(socket, [...targets.slice(at), ...targets.slice(0, at)]);
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}
