// Limit of the update: the runtime parses the body and answers with its quantity, in the service's form. It checks
// nothing and stores nothing.

import { serve } from "bun";

const server = serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  routes: {
    "/v1/inventory/:petId": {
      async PATCH(request) {
        const { quantity } = (await request.json()) as { quantity: number };
        return new Response(`{"petId":${request.params.petId},"quantity":${quantity},"status":"available"}`, {
          headers: {
            "Content-Type": "application/json",
            ETag: `"${quantity}-available"`,
            "X-Request-Id": "00000000-0000-0000-0000-000000000000",
          },
        });
      },
    },
  },
});
process.stdout.write(`${server.url.origin}\n`);
