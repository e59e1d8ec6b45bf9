// The Kubernetes manifests agree with the program and with each other.

import { describe, expect, test } from "bun:test";
import { SETTINGS } from "../../src/config.ts";
import { endsWithinMs, type Env, metricsPortIn, settingIn, textOf } from "./examples.ts";

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, any>;
}

function resourcesOf(path: Parameters<typeof textOf>[0]): Resource[] {
  return Bun.YAML.parse(textOf(path)) as Resource[];
}

function variablesOf(container: { readonly env: readonly { name: string; value?: string }[] }): Env {
  return Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
}

/** All clients may reach the service, and only Prometheus the metrics. */
const INGRESS = [
  { ports: [{ port: "http" }] },
  {
    from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
    ports: [{ port: "metrics" }],
  },
];

describe("the Kubernetes manifests", () => {
  const resources = resourcesOf("examples/kubernetes/petstock.yaml");
  const [deployment, service, budget, policy] = resources.map(({ spec }) => spec);
  const pod = deployment!["template"];
  const [container] = pod.spec.containers;
  const env = variablesOf(container);

  test("are a Deployment, its Service, a budget and a policy, all for the same pods", () => {
    expect(resources.map(({ kind }) => kind)).toEqual([
      "Deployment",
      "Service",
      "PodDisruptionBudget",
      "NetworkPolicy",
    ]);
    const { labels } = pod.metadata;
    expect(deployment!["selector"].matchLabels).toEqual(labels);
    expect(service!["selector"]).toEqual(labels);
    expect(budget!["selector"].matchLabels).toEqual(labels);
    expect(policy!["podSelector"].matchLabels).toEqual(labels);
    expect(budget!["minAvailable"]).toBeLessThan(deployment!["replicas"]);
  });

  test("the pod may end gracefully, after its readiness has failed", () => {
    expect(pod.spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(endsWithinMs(env));
    const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
    const toldWithinMs = (periodSeconds * failureThreshold + timeoutSeconds) * 1_000;
    expect(settingIn(env, "shutdownDelayMs")).toBeGreaterThan(toldWithinMs);
  });

  test("the probes and ports are those of the service", () => {
    expect(container.ports).toEqual([
      { name: "http", containerPort: settingIn(env, "port") },
      { name: "metrics", containerPort: metricsPortIn(env) },
    ]);
    expect(service!["ports"]).toMatchObject([{ targetPort: "http" }]);
    for (const [probe, path] of [
      ["startupProbe", "/livez"],
      ["livenessProbe", "/livez"],
      ["readinessProbe", "/readyz?exclude=database"],
    ]) {
      expect(container[probe!].httpGet).toEqual({ path, port: "http" });
    }
  });

  test("the network policy allows only Prometheus to reach the metrics", () => {
    expect(policy!["ingress"]).toEqual(INGRESS);
    expect(service!["ports"]).toHaveLength(1);
  });

  test("the variables are the program's, and the database's address comes from a Secret", () => {
    const variables: string[] = Object.values(SETTINGS).map(({ env: name }) => name);
    expect(Object.keys(env).filter((name) => !variables.includes(name))).toEqual([]);
    const database = container.env.find(({ name }: { name: string }) => name === "DATABASE_URL");
    expect(database.valueFrom.secretKeyRef).toEqual({ name: "petstock-database", key: "DATABASE_URL" });
    expect(textOf("examples/kubernetes/petstock.yaml")).toContain(
      "kubectl create secret generic petstock-database",
    );
  });

  test("the pod runs as the user of the image", () => {
    const { runAsUser, runAsGroup } = pod.spec.securityContext;
    expect(textOf("examples/docker/Dockerfile")).toContain(`USER ${runAsUser}:${runAsGroup}\n`);
  });
});

describe("the manifests with SQLite", () => {
  const resources = resourcesOf("examples/kubernetes/sqlite.yaml");
  const [set, service, policy, job, backups] = resources.map(({ spec }) => spec);
  const pod = set!["template"];
  const [container] = pod.spec.containers;
  const env = variablesOf(container);
  const backup = job!["jobTemplate"].spec.template.spec;
  const [backUp] = backup.initContainers;

  test("are one server, its Service, and a backup job", () => {
    expect(resources.map(({ kind }) => kind)).toEqual([
      "StatefulSet",
      "Service",
      "NetworkPolicy",
      "CronJob",
      "PersistentVolumeClaim",
    ]);
    expect(set!["replicas"]).toBe(1);
    const { labels } = pod.metadata;
    expect(set!["selector"].matchLabels).toEqual(labels);
    expect(service!["selector"]).toEqual(labels);
    expect(policy!["podSelector"].matchLabels).toEqual(labels);
    const [{ labelSelector, topologyKey }] =
      backup.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect([labelSelector.matchLabels, topologyKey]).toEqual([labels, "kubernetes.io/hostname"]);
    expect(backups!["accessModes"]).toEqual(["ReadWriteOnce"]);
  });

  test("server and backup use the same database, volume and user", () => {
    expect(backUp.image).toBe(container.image);
    expect(variablesOf(backUp)["DATABASE_URL"]).toBe(env["DATABASE_URL"]!);
    const [claim] = set!["volumeClaimTemplates"];
    const volume = backup.volumes.find(({ name }: { name: string }) => name === "data");
    expect(volume.persistentVolumeClaim.claimName).toBe(
      `${claim.metadata.name}-${resources[0]!.metadata.name}-0`,
    );
    expect(backup.securityContext).toEqual(pod.spec.securityContext);
    const mount = { name: "data", mountPath: "/data" };
    for (const { volumeMounts } of [container, backUp]) expect(volumeMounts).toContainEqual(mount);
    expect(env["DATABASE_URL"]).toStartWith("sqlite:/data/");
  });

  test("the pod may end gracefully, and shows metrics only to Prometheus", () => {
    expect(policy!["ingress"]).toEqual(INGRESS);
    expect(pod.spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(endsWithinMs(env));
    expect(container.ports).toEqual([
      { name: "http", containerPort: settingIn(env, "port") },
      { name: "metrics", containerPort: metricsPortIn(env) },
    ]);
  });
});

test("every container has minimal rights and a read-only root file system", () => {
  const files = ["petstock", "sqlite", "pg-dump"] as const;
  const pods = files
    .flatMap((name) => resourcesOf(`examples/kubernetes/${name}.yaml`))
    .map(({ spec }) => spec["jobTemplate"]?.spec.template.spec ?? spec["template"]?.spec)
    .filter((spec) => spec !== undefined);
  expect(pods).toHaveLength(4);
  for (const { securityContext, automountServiceAccountToken, containers, initContainers = [] } of pods) {
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    for (const each of [...containers, ...initContainers]) {
      expect(each.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(each.resources.limits.memory).toBeDefined();
    }
  }
});
