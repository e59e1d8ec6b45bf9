// The seam between work on the ledger and the databases that hold it. Work is a generator: it yields statements in SQL that
// both databases understand, and receives their results. Each engine runs it in a transaction in its own way: SQLite
// synchronously, PostgreSQL with a round trip for each statement.

/** A value that can be bound. Integers beyond 2^53 are bigint; a flag is boolean, which SQLite stores as 0 or 1. */
export type Value = bigint | number | string | boolean | null;

/** An integer of a row: SQLite gives bigint, PostgreSQL bigint or number by the type of the column. */
export type Integer = bigint | number;

/** A statement with its values, or a part of one that is nested in another. Immutable; made by `sql`. */
export class Query<Row = unknown> {
  /** The type of its rows, for the compiler alone. */
  declare readonly row: Row;
  readonly #template: readonly string[];
  readonly #values: readonly (Value | Query)[];

  constructor(template: readonly string[], values: readonly (Value | Query)[]) {
    this.#template = template;
    this.#values = values;
  }

  /** For the database: each value has a placeholder, nested queries are part of the text. */
  bind(placeholder: Placeholder): Bound {
    const isNested = this.#values.some((value) => value instanceof Query);
    const known = isNested ? undefined : textOfTemplate[placeholder].get(this.#template);
    if (known !== undefined) return { text: known, values: this.#values as readonly Value[] };
    const values: Value[] = [];
    const text = this.#render(placeholder, values);
    if (!isNested) textOfTemplate[placeholder].set(this.#template, text);
    return { text, values };
  }

  #render(placeholder: Placeholder, values: Value[]): string {
    return this.#template.reduce((text, part, index) => {
      const value = this.#values[index - 1] as Value | Query;
      if (value instanceof Query) return text + value.#render(placeholder, values) + part;
      const position = values.push(value);
      return text + (placeholder === "?" ? "?" : `$${position}`) + part;
    });
  }
}

/**
 * `$n` is numbered, for PostgreSQL: $1, $2, … To SQLite these would be names, and it compares each with all the others
 * (half a second for ten thousand values): it gets `?`.
 */
type Placeholder = "$n" | "?";

/** SQL text, and the values of its placeholders in their order. */
export interface Bound {
  readonly text: string;
  readonly values: readonly Value[];
}

/** A template without nested queries has the same text each time. */
const textOfTemplate: Readonly<Record<Placeholder, WeakMap<readonly string[], string>>> = {
  $n: new WeakMap(),
  "?": new WeakMap(),
};

/**
 * A statement as a tagged template: a value becomes a parameter, another query becomes part of the text. Where no column
 * tells a parameter's type, PostgreSQL needs a cast, which SQLite takes as well: `CAST(${at} AS bigint)`.
 */
export function sql<Row = unknown>(
  template: TemplateStringsArray,
  ...values: readonly (Value | Query)[]
): Query<Row> {
  return new Query<Row>(template, values);
}

/** Values with commas between them, as a list for IN; at least one. */
export function list(values: readonly Value[]): Query {
  const commas = values.slice(1).map(() => ", ");
  return new Query(["", ...commas, ""], values);
}

/** Names of tables or columns, separated by commas, as part of a query. Throws for a name that needs quotes. */
export function names(...all: readonly string[]): Query {
  const invalid = all.find((name) => !/^[a-z_][a-z0-9_.]*$/.test(name));
  if (invalid !== undefined) throw new Error(`not a name of a table or column: ${invalid}`);
  return new Query([all.join(", ")], []);
}

/** The result of a statement. */
export interface Result {
  readonly rows: readonly unknown[];
  /** How many rows it inserted, updated or deleted; only of a statement without RETURNING. */
  readonly changes: number;
}

/**
 * Work in one transaction. A statement that fails throws the database's error where it was yielded; the engine rolls back
 * unless the work catches it.
 */
export type Work<T> = Generator<Query, T, Result>;

/** All rows that the query gives. */
export function* rows<Row>(query: Query<Row>): Work<readonly Row[]> {
  return (yield query).rows as readonly Row[];
}

/** The row of a query that gives exactly one. Throws where it gives another number of rows. */
export function* only<Row>(query: Query<Row>): Work<Row> {
  const [row, ...more] = yield* rows(query);
  if (row === undefined || more.length > 0)
    throw new Error(
      `a statement gave ${row === undefined ? "no row" : "several rows"} instead of one: ${query.bind("$n").text}`,
    );
  return row;
}

/** Runs a statement without RETURNING. Gives the number of rows that it inserted, updated or deleted. */
export function* execute(query: Query): Work<number> {
  return (yield query).changes;
}
