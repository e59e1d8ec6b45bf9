// Clients that generators make from the contract of the Admin API, each with a program that makes the same reads, and prints the
// same lines.

import { generate, OPENAPI_GENERATOR } from "./openapi-generator.ts";
import { type Needs, run } from "./shell.ts";

export interface GeneratedClient {
  readonly name: string;
  /** In the folder of the tests, in which the client gets a folder of its own. */
  readonly tools: readonly Needs[];
  readonly folder: string;
  make(contract: string, cwd: string): Promise<unknown>;
  /** The path of the program in the folder of the client, and its text. */
  readonly program: readonly [path: string, text: string];
  /** What the generated code needs. */
  readonly needs: Needs;
  /** A shell command that builds and runs the program in the folder of the client. */
  readonly run: string;
}

/** An interpreter with a generator, and what the clients of both generators import. */
const PYTHON: Needs = {
  needs: ["python3"],
  fetch:
    "python3 -m venv venv && venv/bin/pip install --quiet --disable-pip-version-check --retries 1 " +
    "openapi-python-client==0.29.1 attrs==26.1.0 httpx==0.28.1 pydantic==2.14.4 python-dateutil==2.9.0 urllib3==2.7.0",
};
const RUN_PYTHON = "PYTHONPATH=. ../venv/bin/python reads.py";

const JAVA = `import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;

public class Reads {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("ADMIN_URL"));
    var access = new AccessApi(client);
    var me = access.getMe(AccessApi.APIGetMeRequest.newBuilder().build());
    System.out.println(me.getRole() + " " + me.getPosition());
    var page = new ActivityApi(client).listMovements(ActivityApi.APIListMovementsRequest.newBuilder().build());
    var movement = page.getMovements().get(0);
    System.out.println(movement.getReason() + " " + movement.getKeyId() + " " + page.getNext());
    var key = access.listKeys(AccessApi.APIListKeysRequest.newBuilder().build()).getKeys().get(0);
    System.out.println(key.getRole() + " " + key.getId());
    var hook = new HooksApi(client).listHooks(HooksApi.APIListHooksRequest.newBuilder().build()).getHooks().get(0);
    System.out.println(hook.getState() + " " + String.join(" ", hook.getEvents()));
  }
}
`;

const GO = `package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	petstock "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must[T any](answer T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	settings := petstock.NewConfiguration()
	settings.Servers = petstock.ServerConfigurations{{URL: os.Getenv("ADMIN_URL")}}
	client := petstock.NewAPIClient(settings)
	background := context.Background()
	me := must(client.AccessAPI.GetMe(background).Execute())
	fmt.Println(me.Role, me.Position)
	page := must(client.ActivityAPI.ListMovements(background).Execute())
	movement := page.Movements[0]
	fmt.Println(movement.Reason, movement.GetKeyId(), page.GetNext())
	key := must(client.AccessAPI.ListKeys(background).Execute()).Keys[0]
	fmt.Println(key.Role, key.Id)
	hook := must(client.HooksAPI.ListHooks(background).Execute()).Hooks[0]
	fmt.Println(hook.State, strings.Join(hook.Events, " "))
}
`;

const PRINT = `
print(me.role, me.position)
movement = page.movements[0]
print(movement.reason, movement.key_id, page.to_dict()["next"])
print(key.role, key.id)
print(hook.state, *hook.events)
`;

const PYTHON_OF_OPENAPI_GENERATOR = `import os
from openapi_client import AccessApi, ActivityApi, ApiClient, Configuration, HooksApi

client = ApiClient(Configuration(host=os.environ["ADMIN_URL"]))
me = AccessApi(client).get_me()
page = ActivityApi(client).list_movements()
key = AccessApi(client).list_keys().keys[0]
hook = HooksApi(client).list_hooks().hooks[0]
${PRINT}`;

const PYTHON_OF_OPENAPI_PYTHON_CLIENT = `import os
from petstock_admin import Client
from petstock_admin.api.access import get_me, list_keys
from petstock_admin.api.activity import list_movements
from petstock_admin.api.hooks import list_hooks

client = Client(base_url=os.environ["ADMIN_URL"], raise_on_unexpected_status=True)
me = get_me.sync(client=client)
page = list_movements.sync(client=client)
key = list_keys.sync(client=client).keys[0]
hook = list_hooks.sync(client=client).hooks[0]
${PRINT}`;

export const GENERATED_CLIENTS: readonly GeneratedClient[] = [
  {
    name: "openapi-generator's for Java",
    tools: [OPENAPI_GENERATOR],
    folder: "java",
    // With a request as an object: new parameters do not change the program.
    make: (contract, cwd) =>
      generate(contract, "java", cwd, "--library native -p useSingleRequestParameter=true"),
    program: ["src/main/java/Reads.java", JAVA],
    needs: {
      needs: ["javac"],
      fetch: "mvn -q -B dependency:copy-dependencies -DincludeScope=compile -DoutputDirectory=lib",
    },
    run: "javac -nowarn -d out -cp 'lib/*' $(find src/main -name '*.java') && java -cp 'out:lib/*' Reads",
  },
  {
    name: "openapi-generator's for Go, with the option of docs/clients.md",
    tools: [OPENAPI_GENERATOR],
    folder: "go",
    make: (contract, cwd) =>
      generate(contract, "go", cwd, "-p disallowAdditionalPropertiesIfNotPresent=false"),
    program: ["reads/main.go", GO],
    needs: { needs: ["go"], fetch: "go mod tidy" },
    run: "go run ./reads",
  },
  {
    name: "openapi-generator's for Python",
    tools: [OPENAPI_GENERATOR, PYTHON],
    folder: "python",
    make: (contract, cwd) => generate(contract, "python", cwd),
    program: ["reads.py", PYTHON_OF_OPENAPI_GENERATOR],
    needs: { needs: [] },
    run: RUN_PYTHON,
  },
  {
    name: "openapi-python-client's",
    tools: [PYTHON],
    folder: "openapi-python-client",
    make: (contract, cwd) =>
      run(
        `venv/bin/openapi-python-client generate --url ${contract} --meta none --output-path openapi-python-client/petstock_admin`,
        cwd,
      ),
    program: ["reads.py", PYTHON_OF_OPENAPI_PYTHON_CLIENT],
    needs: { needs: [] },
    run: RUN_PYTHON,
  },
];
