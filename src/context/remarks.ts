import type { Remark } from '../core/forge.ts';
import { askedAt, askerOf, type Source, type Task } from '../core/task.ts';
import { stripInvisible } from '../text/invisible.ts';
import { sanitise } from '../text/sanitise.ts';

/** A source with the number of characters that its reader on the forge would not have seen. */
export type Clean = Source & { hidden: number };

export type Sorted = {
  /** Oldest first, without the asking comment. */
  remarks: Clean[];
  asking: Clean | null;
  /** Remarks that count for nothing: ours, hidden by a maintainer, written or changed after the command. */
  minimised: number;
  late: number;
};

/**
 * What people said around a task, as data. What was written or changed after the command was not before the asker's
 * eyes and is left out. Only the asker is known to have write access: the forge's word for the others is a hint.
 */
export function sortRemarks(all: readonly Remark[], task: Task): Sorted {
  const { origin } = task;
  const asked = origin.kind === 'comment' ? origin.comment.id : null;
  const since = Date.parse(askedAt(origin) ?? '');
  const isAsking = (remark: Remark) => remark.place === null && remark.id === asked;
  const isLate = ({ at, editedAt }: Remark) => Date.parse(at) > since || Date.parse(editedAt ?? at) > since;
  const clean = (remark: Remark) => cleanRemark(remark, askerOf(origin)?.id ?? null);

  const others = all.filter((remark) => !remark.ours && !isAsking(remark));
  const seen = others.filter(({ hidden }) => !hidden);
  const kept = seen.filter((remark) => !isLate(remark)).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const asking = all.find(isAsking);
  return {
    remarks: kept.map(clean),
    asking: asking ? { ...clean(asking), title: `the command itself, ${asking.url}` } : null,
    minimised: others.length - seen.length,
    late: seen.length - kept.length,
  };
}

function cleanRemark({ author, association, body, at, url, place }: Remark, asker: number | null): Clean {
  const { text, hidden } = sanitise(body);
  const hunk = place && stripInvisible(place.hunk);
  return {
    title: `${place ? `remark on ${where(place)}` : 'comment'}, ${association || 'NONE'}, ${at}, ${url}`,
    text: hunk?.text ? `${hunk.text}\n\n${text}` : text,
    author: author?.login ?? null,
    trusted: author !== null && author.id === asker,
    hidden: hidden + (hunk?.removed ?? 0),
  };
}

/** The forge knows no line where the remark is about a whole file, or about lines that are gone. */
function where({ path, line, outdated }: NonNullable<Remark['place']>): string {
  const file = stripInvisible(path).text;
  return `${line === null ? file : `${file}:${line}`}${outdated ? ' (outdated)' : ''}`;
}
