// Both operations at once, as in a shop that is open: 95 lists to 5 updates.

import type { Contest } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { Field } from "../field.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { entrant, peers } from "./entrants.ts";

const ASKED = { ask: "mixed", pets: 1_000, connections: 64 } as const;

const CONTEST: Contest = {
  name: "mixed-64",
  words: "95 lists to 5 updates, 64 connections",
  entrants: [entrant("petstock", ASKED), ...peers(ASKED)],
};

export const MIXED: Theme = {
  name: "mixed",
  title: "Lists and updates together",
  words: "1,000 pets; every twentieth request is a durable update, so almost every list has changed.",
  contests: [CONTEST],
  figures: [],
  async measure(bench) {
    await using field = new Field(bench, EMBEDDED);
    await runContests(field, [CONTEST], bench.pace.rounds);
  },
};
