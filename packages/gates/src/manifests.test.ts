/** The manifests of deploy/kubernetes against what Kubernetes and KEDA take, and against our own names. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FARM_POOL_NAMES, endpoints } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { ROOT } from "./gate.ts";

const FOLDER = join(ROOT, "deploy/kubernetes");
const labels = z.record(z.string(), z.string());
const metadata = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  labels: labels.optional(),
});
const quantity = z.string().regex(/^\d+(?:m|Mi|Gi)?$/);
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal("http") }),
  periodSeconds: z.int(),
  failureThreshold: z.int().optional(),
});
const container = z.strictObject({
  name: z.string(),
  image: z.string().regex(/^[a-z/-]+:\d+\.\d+\.\d+$/),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: z.string() }) })),
  resources: z.strictObject({
    requests: z.record(z.string(), quantity),
    limits: z.record(z.string(), quantity),
  }),
  readinessProbe: probe,
  livenessProbe: probe.optional(),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});
const pod = z.strictObject({
  serviceAccountName: z.string(),
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.int().min(10),
  nodeSelector: labels.optional(),
  tolerations: z
    .array(z.strictObject({ key: z.string(), operator: z.literal("Exists"), effect: z.string() }))
    .optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().min(1),
    fsGroup: z.int(),
    seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
  }),
  containers: z.array(container).length(1),
  volumes: z.array(
    z.strictObject({ name: z.string(), emptyDir: z.strictObject({ sizeLimit: quantity }) }),
  ),
});
const deployment = z.strictObject({
  apiVersion: z.literal("apps/v1"),
  kind: z.literal("Deployment"),
  metadata,
  spec: z.strictObject({
    replicas: z.int(),
    selector: z.strictObject({ matchLabels: labels }),
    template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
  }),
});
const trigger = z.strictObject({
  type: z.literal("metrics-api"),
  metadata: z.strictObject({
    url: z.url(),
    valueLocation: z.literal("wanted_slots"),
    targetValue: z.string().regex(/^\d+$/),
    authMode: z.literal("bearer"),
  }),
  authenticationRef: z.strictObject({ name: z.string() }),
});
const scaledObject = z.strictObject({
  apiVersion: z.literal("keda.sh/v1alpha1"),
  kind: z.literal("ScaledObject"),
  metadata,
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: z.string() }),
    minReplicaCount: z.int().min(0),
    maxReplicaCount: z.int().min(1),
    pollingInterval: z.int(),
    cooldownPeriod: z.int(),
    triggers: z.array(trigger).min(1),
  }),
});
const ports = z.array(z.strictObject({ protocol: z.enum(["TCP", "UDP"]), port: z.int() }));
const others = [
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("ServiceAccount"),
    metadata,
    automountServiceAccountToken: z.literal(false),
  }),
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Service"),
    metadata,
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("policy/v1"),
    kind: z.literal("PodDisruptionBudget"),
    metadata,
    spec: z.strictObject({
      maxUnavailable: z.string(),
      selector: z.strictObject({ matchLabels: labels }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("networking.k8s.io/v1"),
    kind: z.literal("NetworkPolicy"),
    metadata,
    spec: z.strictObject({
      podSelector: z.strictObject({ matchLabels: labels }),
      policyTypes: z.tuple([z.literal("Ingress"), z.literal("Egress")]),
      ingress: z.array(z.strictObject({ ports })),
      egress: z.array(
        z.strictObject({ ports, to: z.array(z.record(z.string(), z.unknown())).optional() }),
      ),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("keda.sh/v1alpha1"),
    kind: z.literal("TriggerAuthentication"),
    metadata,
    spec: z.strictObject({
      secretTargetRef: z.array(
        z.strictObject({ parameter: z.string(), name: z.string(), key: z.string() }),
      ),
    }),
  }),
] as const;
const manifest = z.discriminatedUnion("kind", [deployment, scaledObject, ...others]);

const read = () =>
  readdirSync(FOLDER).flatMap((name) =>
    parseAllDocuments(readFileSync(join(FOLDER, name), "utf8"), { uniqueKeys: true }).map((one) => {
      if (one.errors.length > 0) throw new Error(`${name}: ${one.errors[0]?.message}`);
      return manifest.parse(one.toJS());
    }),
  );
const deployments = () => read().filter((one) => one.kind === "Deployment");
const scaled = () => read().filter((one) => one.kind === "ScaledObject");

describe("the manifests", () => {
  it("are what Kubernetes and KEDA take: known kinds and fields, not root, read-only, bounded", () => {
    expect(read().length).toBeGreaterThan(7);
  });

  it("select the pods that they make and scale deployments that there are", () => {
    for (const { spec } of deployments()) {
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
      const [farm] = spec.template.spec.containers;
      const volumes = spec.template.spec.volumes.map((volume) => volume.name);
      expect(farm?.volumeMounts.map((mount) => mount.name)).toEqual(volumes);
    }
    const names = new Set(deployments().map((one) => one.metadata.name));
    for (const { spec } of scaled()) expect(names).toContain(spec.scaleTargetRef.name);
  });

  it("ask the API at an address that it has, for every pool that the scaled farm serves", () => {
    const { path } = endpoints.readPoolDepth;
    for (const { spec } of scaled()) {
      const target = deployments().find((one) => one.metadata.name === spec.scaleTargetRef.name);
      const env = target?.spec.template.spec.containers[0]?.env ?? [];
      const pools = env.find((one) => one.name === "FARM_POOLS")?.value.split(",") ?? [];
      for (const pool of pools) expect(FARM_POOL_NAMES).toContain(pool);
      const asked = spec.triggers.map((one) => new URL(one.metadata.url).pathname);
      expect(asked).toEqual(pools.map((pool) => path.replace(":pool", pool)));
    }
  });
});
