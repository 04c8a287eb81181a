import type { Account, Reaction, Repository, Text } from '../../hub/records.ts';
import { association } from '../../json/account-json.ts';
import { connection } from '../connection.ts';
import type { Fields } from '../resolver.ts';
import { actorOrNull } from './actor.ts';

/** What every text has, as `Comment`, `Reactable` and `UpdatableComment` ask for it. */
export function textFields<Source extends Text & { body: string | null }>(
  repositoryOf: (source: Source) => Repository,
): Fields<Source> {
  return {
    id: (text) => text.nodeId,
    databaseId: (text) => text.id,
    fullDatabaseId: (text) => String(text.id),
    author: (text) => actorOrNull(text.author),
    authorAssociation: (text) => association(repositoryOf(text), text.author),
    body: (text) => text.body ?? '',
    bodyText: (text) => text.body ?? '',
    createdAt: (text) => text.createdAt,
    updatedAt: (text) => text.updatedAt,
    lastEditedAt: (text) => text.lastEditedAt,
    includesCreatedEdit: (text) => text.lastEditedAt !== null,
    editor: (text) => (text.lastEditedAt === null ? null : actorOrNull(text.author)),
    viewerDidAuthor: (text, _, { token }) => text.author === token.account,
    repository: repositoryOf,
    reactions: (text, args) => connection(text.reactions, args, 'reactions'),
    reactionGroups: (text) => groups(text.reactions),
  };
}

/** GraphQL's names for REST's contents. */
export const reactionNames: Record<Reaction['content'], string> = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  hooray: 'HOORAY',
  confused: 'CONFUSED',
  heart: 'HEART',
  rocket: 'ROCKET',
  eyes: 'EYES',
};

type Group = { content: string; reactors: Account[] };

const groups = (reactions: Reaction[]): Group[] =>
  (Object.keys(reactionNames) as Reaction['content'][]).map((content) => ({
    content: reactionNames[content],
    reactors: reactions.filter((reaction) => reaction.content === content).map((reaction) => reaction.author),
  }));

export const reactionGroupFields: Fields<Group> = {
  content: (group) => group.content,
  reactors: (group, args) => connection(group.reactors, args, 'reactors'),
};

export const reactionFields: Fields<Reaction> = {
  id: (reaction) => reaction.nodeId,
  databaseId: (reaction) => reaction.id,
  content: (reaction) => reactionNames[reaction.content],
  user: (reaction) => actorOrNull(reaction.author),
  createdAt: (reaction) => reaction.createdAt,
};
