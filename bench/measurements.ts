// What is measured: the rows of the report, in its order. A row with `work` gets its turn in every round; the others are
// taken where their name is used.

import { figure, type Measurement, ratio, requests } from "./measurement.ts";
import { POSTGRES } from "./postgres/measurements.ts";

const LIMITS: readonly Measurement[] = [
  {
    name: "constant",
    words: "Limit: the runtime with a constant body, the list's bytes and headers, 32 connections",
    unit: "per second",
    work: requests("constant", "list", 32),
  },
  {
    name: "nginx",
    words: "Limit: nginx, the same bytes as a static file, 32 connections",
    unit: "per second",
    work: requests("nginx", "list", 32),
    against: { name: "constant", of: "figure" },
  },
  {
    name: "echo",
    words: "Limit: the runtime parsing and echoing an update, nothing stored, 64 connections",
    unit: "per second",
    work: requests("echo", "update", 64),
  },
  { name: "fsync", words: "Limit: the disk, 4 KiB and fsync", unit: "per second", work: { kind: "fsync" } },
  {
    name: "groups-1k",
    words: "Limit: updates in groups of 64 without HTTP, 1,000 pets",
    unit: "per second",
    work: { kind: "groups", pets: 1_000 },
  },
  {
    name: "groups-1m",
    words: "Limit: updates in groups of 64 without HTTP, 1,000,000 pets",
    unit: "per second",
    work: { kind: "groups", pets: 1_000_000 },
    against: { name: "groups-1k", of: "cost" },
  },
];

const LISTS: readonly Measurement[] = [
  {
    name: "list",
    words: "List of 1,000 pets, 32 connections",
    unit: "per second",
    work: requests("petstock-1k", "list", 32),
    against: { name: "constant", of: "figure" },
    target: ratio("at least", 0.9),
  },
  {
    name: "list-304",
    words: "List of 1,000 pets that the client has already (304), 32 connections",
    unit: "per second",
    work: requests("petstock-1k", "list-304", 32),
  },
  {
    name: "list-gzip",
    words: "List of 1,000 pets in gzip, 32 connections",
    unit: "per second",
    work: requests("petstock-1k", "list-gzip", 32),
  },
];

const UPDATES: readonly Measurement[] = [
  {
    name: "update-1",
    words: "Durable updates, 1,000 pets, 1 connection",
    unit: "per second",
    work: requests("petstock-1k", "update", 1),
    against: { name: "fsync", of: "figure" },
  },
  {
    name: "update-16",
    words: "Durable updates, 1,000 pets, 16 connections",
    unit: "per second",
    work: requests("petstock-1k", "update", 16),
  },
  {
    name: "update-64",
    words: "Durable updates, 1,000 pets, 64 connections",
    unit: "per second",
    work: requests("petstock-1k", "update", 64),
    against: { name: "echo", of: "figure" },
    target: ratio("at least", 0.5),
  },
  {
    name: "update-256",
    words: "Durable updates, 1,000 pets, 256 connections",
    unit: "per second",
    work: requests("petstock-1k", "update", 256),
  },
  {
    name: "update-64:commits",
    words: "Commits to disk for each update, 64 connections",
    unit: "each",
    target: figure("at most", 0.05),
  },
  {
    name: "strace",
    words: "The same, as fsync calls that strace sees, checkpoints too",
    unit: "each",
    target: figure("at most", 0.05),
  },
];

const MILLION: readonly Measurement[] = [
  {
    name: "update-64-1m",
    words: "Durable updates, 1,000,000 pets, 64 connections",
    unit: "per second",
    work: requests("petstock-1m", "update", 64),
    against: { name: "update-64", of: "cost" },
    target: ratio("at most", 2),
  },
  {
    name: "list-1m",
    words: "List of 1,000,000 pets, 1 connection",
    unit: "per second",
    work: requests("petstock-1m", "list", 1),
  },
  { name: "import-1m", words: "Import of 1,000,000 pets into an empty database", unit: "s" },
  { name: "ready-1m", words: "1,000,000 pets: from start to ready", unit: "s", target: figure("at most", 3) },
  { name: "memory-ready", words: "1,000,000 pets: resident memory when ready", unit: "MB" },
  { name: "memory-listed", words: "1,000,000 pets: resident memory after one list", unit: "MB" },
  { name: "list-unchanged", words: "1,000,000 pets: one list, nothing changed", unit: "ms" },
  {
    name: "list-changed",
    words: "1,000,000 pets: one list after one change",
    unit: "ms",
    against: { name: "list-unchanged", of: "figure" },
    target: ratio("at most", 2),
  },
  {
    name: "memory-slow-readers",
    words: "1,000,000 pets: most memory with 40 slow readers while every page changes four times",
    unit: "MB",
    target: figure("at most", 400),
  },
];

/** On the embedded engine. */
export const EMBEDDED: readonly Measurement[] = [...LIMITS, ...LISTS, ...UPDATES, ...MILLION];
export const MEASUREMENTS: readonly Measurement[] = [...EMBEDDED, ...POSTGRES];
