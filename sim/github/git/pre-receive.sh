#!/bin/sh
# GitHub refuses a push that changes workflows by a token without that permission.
[ "$SIM_MAY_WRITE_WORKFLOWS" = 0 ] || exit 0
workflows() { git rev-parse -q --verify "$1:.github/workflows" 2>/dev/null; }
known="$(workflows HEAD)"
while read -r old new ref; do
  case "$new" in *[!0]*) ;; *) continue ;; esac
  wanted="$(workflows "$new")"
  [ -z "$wanted" ] || [ "$wanted" = "$known" ] || [ "$wanted" = "$(workflows "$old")" ] && continue
  file="$(git ls-tree -r --name-only "$new" .github/workflows | head -n 1)"
  echo "refusing to allow a GitHub App to create or update workflow \`$file\` without \`workflows\` permission" >&2
  exit 1
done
