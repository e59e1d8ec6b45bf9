"""Labels: what people call the pets."""

from __future__ import annotations

from collections.abc import Iterable

from ._admin_answers import AdminBase, members, result_as, upload
from ._answer import Answer
from ._connection import NOT_MODIFIED, ApiRequest, Effect
from ._requests import (
    labels_body,
    ledger_headers,
    query_of,
    rows_type,
)
from ._values import Reason
from .admin_types import (
    Label,
    LabelChange,
    LabelResult,
    Labels,
    RowFormat,
)


class LabelOperations(AdminBase):
    async def labels(
        self, *, known: Labels | None = None, timeout: float | None = None, retries: int | None = None
    ) -> Labels:
        """All labels, and their tag. ``known``: the result if they are unchanged, which is not transferred again."""
        etag = None if known is None else known.etag

        async def read(answer: Answer) -> Labels:
            if known is not None and answer.status == NOT_MODIFIED:
                await answer.discard()
                return known
            labels = Labels(await members(Label, "labels")(answer))
            labels.etag = answer.header("ETag")
            return labels

        headers = {} if etag is None else {"If-None-Match": etag}
        request = ApiRequest("GET", "/labels", headers, timeout=timeout, retries=retries)
        return await self._send(request, "none", read)

    async def put_labels(
        self,
        labels: str | bytes | Iterable[LabelChange],
        *,
        format: RowFormat = "csv",
        replace: bool = False,
        dry_run: bool = False,
        if_match: str | None = None,
        reason: Reason | None = None,
        note: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> LabelResult:
        """Merges labels into the present ones, as one revision, or none: dicts, or the text of a CSV or NDJSON file.

        ``format``: of text. ``replace``: remove the labels that are not given. ``if_match``: only if the labels are
        unchanged: the ``etag`` of `labels`, or the ``tag`` of a result. Raises `invalid_changes` with ``problems``,
        or `precondition_failed`.
        """
        body = labels_body(labels)
        headers = {**rows_type(labels, format), **ledger_headers(reason, note)}
        if if_match is not None:
            headers["If-Match"] = if_match
        request = ApiRequest(
            "PUT",
            f"/labels{query_of(replace=replace, dry_run=dry_run)}",
            headers,
            body,
            timeout=timeout,
            work=upload(body),
            retries=retries,
        )
        # Sent again, a guarded change would be refused because of itself.
        effect: Effect = "repeatable" if if_match is None else "once"
        return await self._send(request, "none" if dry_run else effect, result_as(LabelResult))
