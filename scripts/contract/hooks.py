# Schemathesis has no serializer of its own for NDJSON and CSV: the schemas of both are plain text.

import schemathesis


@schemathesis.serializer("application/x-ndjson", "text/csv")
def as_text(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
