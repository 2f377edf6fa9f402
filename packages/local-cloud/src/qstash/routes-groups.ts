import { accepted, ok, parseBody } from "./call.ts";
import type { QstashCall, QstashReply, RouteRow } from "./call.ts";
import type { Endpoint, UrlGroup } from "./message.ts";
import { QstashRefusal, requireName, requireUrl } from "./read-publish.ts";

interface EndpointsBody {
  readonly endpoints?: readonly { readonly name?: string; readonly url?: string }[];
}

function readEndpoints(call: QstashCall): NonNullable<EndpointsBody["endpoints"]> {
  const { endpoints } = parseBody(call.body) as EndpointsBody;
  if (!Array.isArray(endpoints) || endpoints.length === 0) {
    throw new QstashRefusal(400, "endpoints are missing");
  }
  return endpoints as NonNullable<EndpointsBody["endpoints"]>;
}

function findGroup(call: QstashCall, name: string): UrlGroup {
  const group = call.broker.groups.get(name);
  if (group === undefined) throw new QstashRefusal(404, `url group ${name} not found`);
  return group;
}

function saveEndpoints(call: QstashCall, name: string, endpoints: readonly Endpoint[]): void {
  const createdMs = call.broker.groups.get(name)?.createdMs ?? call.nowMs;
  call.broker.groups.set(name, { name, endpoints, createdMs, updatedMs: call.nowMs });
}

/** Adds endpoints, and the group when it is new. An endpoint of the same URL or name is replaced. */
function addEndpoints(call: QstashCall, given: string): QstashReply {
  const name = requireName(given, "url group name");
  const added = readEndpoints(call).map((endpoint) => ({
    name: endpoint.name === undefined ? "" : requireName(endpoint.name, "endpoint name"),
    url: requireUrl(endpoint.url ?? "", "endpoint url"),
  }));
  const isReplaced = (old: Endpoint): boolean =>
    added.some(({ name: own, url }) => url === old.url || (own !== "" && own === old.name));
  const present = call.broker.groups.get(name)?.endpoints ?? [];
  saveEndpoints(call, name, [...present.filter((old) => !isReplaced(old)), ...added]);
  return accepted;
}

function removeEndpoints(call: QstashCall, name: string): QstashReply {
  const { endpoints } = findGroup(call, name);
  const removed = readEndpoints(call);
  const isRemoved = (old: Endpoint): boolean =>
    removed.some((item) => item.url === old.url || (item.name ?? "\0") === old.name);
  saveEndpoints(
    call,
    name,
    endpoints.filter((old) => !isRemoved(old)),
  );
  return accepted;
}

function showGroup({ name, endpoints, createdMs, updatedMs }: UrlGroup): Record<string, unknown> {
  return {
    name,
    createdAt: createdMs,
    updatedAt: updatedMs,
    endpoints: endpoints.map((endpoint) =>
      endpoint.name === "" ? { url: endpoint.url } : endpoint,
    ),
  };
}

/** URL groups, which the API calls topics. */
export const GROUP_ROUTES: readonly RouteRow[] = [
  ["GET", /^topics$/u, (call) => ok(call.broker.groups.values().map(showGroup))],
  ["GET", /^topics\/([^/]+)$/u, (call, [name = ""]) => ok(showGroup(findGroup(call, name)))],
  [
    "DELETE",
    /^topics\/([^/]+)$/u,
    (call, [name = ""]) => {
      call.broker.groups.delete(findGroup(call, name).name);
      return accepted;
    },
  ],
  ["POST", /^topics\/([^/]+)\/endpoints$/u, (call, [name = ""]) => addEndpoints(call, name)],
  ["DELETE", /^topics\/([^/]+)\/endpoints$/u, (call, [name = ""]) => removeEndpoints(call, name)],
];
