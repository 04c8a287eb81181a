import { deleteLabel, ensureLabel, setLabels } from '../../actions/labels.ts';
import { type Need, reads, writes } from '../../hub/access.ts';
import type { Issue, Label } from '../../hub/records.ts';
import { labelJson } from '../../json/issue-json.ts';
import { created, noContent, ok, paged } from '../answer.ts';
import { notFound, validationFailed } from '../api-error.ts';
import { type Body, type Call, issueOf, type Routes, writerOf } from '../call.ts';
import { namedLabels, subjectNeed } from './issues.ts';

const needs = (call: Call): Need => subjectNeed(issueOf(call), 'write', 'triage');

export const labels: Routes = {
  'issues/list-labels-for-repo': {
    needs: reads('issues', 'pull_requests'),
    answer: (call) => paged(call, [...call.repository.labels.values()], json(call)),
  },
  'issues/get-label': {
    needs: reads('issues', 'pull_requests'),
    answer: (call) => ok(json(call)(labelOf(call))),
  },
  'issues/create-label': {
    needs: writes('write', 'issues', 'pull_requests'),
    answer(call) {
      const { name, color, description } = call.body as Body<'issues', 'createLabel'>;
      if (call.repository.labels.has(name.toLowerCase()))
        throw validationFailed({ resource: 'Label', code: 'already_exists', field: 'name' });
      const label = ensureLabel(call.hub, call.repository, name);
      label.color = color ?? label.color;
      label.description = description ?? null;
      return created(json(call)(label));
    },
  },
  'issues/delete-label': {
    needs: writes('write', 'issues', 'pull_requests'),
    answer(call) {
      deleteLabel(call.hub, call.repository, labelOf(call));
      return noContent();
    },
  },
  'issues/list-labels-on-issue': {
    needs: (call) => subjectNeed(issueOf(call), 'read'),
    answer: (call) => paged(call, issueOf(call).labels, json(call)),
  },
  'issues/add-labels': {
    needs,
    answer(call) {
      const issue = issueOf(call);
      return relabel(call, issue, [...issue.labels, ...named(call)]);
    },
  },
  'issues/set-labels': { needs, answer: (call) => relabel(call, issueOf(call), named(call)) },
  'issues/remove-label': {
    needs,
    answer(call) {
      const issue = issueOf(call);
      const name = call.parameter('name').toLowerCase();
      const rest = issue.labels.filter((label) => label.name.toLowerCase() !== name);
      if (rest.length === issue.labels.length) throw notFound('Label does not exist');
      return relabel(call, issue, rest);
    },
  },
  'issues/remove-all-labels': {
    needs,
    answer(call) {
      relabel(call, issueOf(call), []);
      return noContent();
    },
  },
};

const json = (call: Call) => (label: Label) => labelJson(call.hub, call.repository, label);

function labelOf(call: Call): Label {
  const label = call.repository.labels.get(call.parameter('name').toLowerCase());
  if (!label) throw notFound();
  return label;
}

const named = (call: Call): Label[] => namedLabels(call, (call.body as Body<'issues', 'addLabels'>).labels);

function relabel(call: Call, issue: Issue, wanted: Label[]) {
  setLabels(call.hub, issue, writerOf(call).author, wanted);
  return ok(issue.labels.map(json(call)));
}
