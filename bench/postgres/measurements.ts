// What is measured on PostgreSQL: the service, alone and with others on the same database, beside its rival.

import { type Measurement, ratio, requests } from "../measurement.ts";

export const POSTGRES: readonly Measurement[] = [
  {
    name: "fastify-update",
    words: "PostgreSQL, Fastify and pg: durable updates, 1,000 pets, 64 connections",
    unit: "per second",
    work: requests("fastify", "update", 64),
  },
  {
    name: "postgres-update",
    words: "PostgreSQL: durable updates, 1,000 pets, 64 connections",
    unit: "per second",
    work: requests("postgres-1", "update", 64),
    against: { name: "fastify-update", of: "figure" },
    target: ratio("at least", 2.5),
  },
  {
    name: "postgres-update-2",
    words: "PostgreSQL: the same 64 connections, spread over two servers",
    unit: "per second",
    work: requests("postgres-2", "update", 64),
    against: { name: "postgres-update", of: "figure" },
  },
  {
    name: "postgres-update-3",
    words: "PostgreSQL: the same 64 connections, spread over three servers",
    unit: "per second",
    work: requests("postgres-3", "update", 64),
    against: { name: "postgres-update", of: "figure" },
  },
  {
    name: "postgres-update:commits",
    words: "PostgreSQL: commits for each update, 64 connections, one server",
    unit: "each",
  },
  {
    name: "fastify-list",
    words: "PostgreSQL, Fastify and pg: list of 1,000 pets, 32 connections",
    unit: "per second",
    work: requests("fastify", "list", 32),
  },
  {
    name: "postgres-list",
    words: "PostgreSQL: list of 1,000 pets, 32 connections",
    unit: "per second",
    work: requests("postgres-1", "list", 32),
    against: { name: "fastify-list", of: "figure" },
    target: ratio("at least", 20),
  },
  {
    name: "postgres-list-2",
    words: "PostgreSQL: the same 32 connections, spread over two servers",
    unit: "per second",
    work: requests("postgres-2", "list", 32),
    against: { name: "postgres-list", of: "figure" },
  },
  {
    name: "postgres-list-3",
    words: "PostgreSQL: the same 32 connections, spread over three servers",
    unit: "per second",
    work: requests("postgres-3", "list", 32),
    against: { name: "postgres-list", of: "figure" },
  },
  {
    name: "round-trips-list",
    words: "PostgreSQL: round trips for each list when nothing changed, 32 connections",
    unit: "each",
  },
  {
    name: "round-trips-list-304",
    words: "PostgreSQL: the same where the client has the list already (304)",
    unit: "each",
  },
];
