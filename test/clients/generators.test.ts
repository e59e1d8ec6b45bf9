// openapi-generator takes the contract that a service serves, without a warning, and its client for Go works with every id.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { generate, OPENAPI_GENERATOR } from "./openapi-generator.ts";
import { run, whatLacks } from "./shell.ts";

setDefaultTimeout(300_000);

const LANGUAGES = ["go", "java"];
/** Warnings that no contract avoids: of every document in OpenAPI 3.1, and of every example of a request's body. */
const UPSTREAM = /OpenAPI 3\.1 support is still in beta|Ignoring complex example on request body/;

/** The last id of an int64, and an update that is refused. */
const PROGRAM = `package main

import (
	"context"
	"fmt"
	"os"

	petstock "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	settings := petstock.NewConfiguration()
	settings.Servers = petstock.ServerConfigurations{{URL: os.Getenv("PETSTOCK_URL") + "/v1"}}
	settings.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("PETSTOCK_API_KEY"))
	inventory := petstock.NewAPIClient(settings).InventoryAPI
	pets, _, err := inventory.ListInventory(context.Background()).Execute()
	fmt.Println(len(pets), pets[1].PetId, err)
	body := *petstock.NewInventoryUpdate(12)
	pet, _, err := inventory.UpdateInventory(context.Background(), pets[1].PetId).InventoryUpdate(body).Execute()
	fmt.Println(pet.PetId, pet.Quantity, pet.Status, err)
	_, _, err = inventory.UpdateInventory(context.Background(), 404).InventoryUpdate(body).Execute()
	refusal := err.(*petstock.GenericOpenAPIError).Model().(petstock.Error)
	fmt.Println(refusal.Code, refusal.Status)
}
`;

const folder = new TemporaryFolder();
const lack = await whatLacks(OPENAPI_GENERATOR, folder.path);
if (lack !== undefined) console.log(`openapi-generator was not run: ${lack}`);

let service: TestService;
let output = "";

beforeAll(async () => {
  service = await TestService.start({ rows: ["7,3,pending", "9223372036854775807,1,available"] });
  if (lack !== undefined) return;
  for (const language of LANGUAGES) {
    output += await generate(`${service.url}/openapi.json`, language, folder.path);
  }
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

describe.if(lack === undefined)("openapi-generator", () => {
  test("has nothing to warn of", () => {
    const lines = output.split("\n").filter((line) => /\b(?:WARN|ERROR)\b/.test(line));
    expect(lines.filter((line) => !UPSTREAM.test(line))).toEqual([]);
    // It has spoken: the warning of each document in OpenAPI 3.1.
    expect(lines.length).toBeGreaterThanOrEqual(LANGUAGES.length);
  });

  test("makes a client for Go that lists and updates every id, and tells an error's code", async () => {
    const go = { needs: ["go"], fetch: "go mod tidy" };
    const cwd = folder.file("go");
    await folder.write({ "go/shop/main.go": PROGRAM });
    const goLack = await whatLacks(go, cwd);
    if (goLack !== undefined) return console.log(`the generated client for Go was not run: ${goLack}`);
    const env = { PETSTOCK_URL: service.url, PETSTOCK_API_KEY: await service.makeKey() };
    const printed = await run("go vet . ./shop && go run ./shop", cwd, { env });
    expect(printed.trim().split("\n")).toEqual([
      "2 9223372036854775807 <nil>",
      "9223372036854775807 12 available <nil>",
      "pet_not_found 404",
    ]);
  });
});
