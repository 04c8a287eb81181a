import type { Blobs, ChangeSet, ObjectId, Sha256 } from './change.ts';
import type { ForgeReads, ForgeWrites } from './forge.ts';
import type { Harness } from './harness.ts';
import type { Model, WireId } from './model.ts';
import type { FolderEntry } from './outline.ts';
import type { Sandbox, SandboxMode } from './sandbox.ts';
import type { Entry, Session } from './session.ts';
import type { Asked, Plan, Settings } from './task.ts';
import type { Tool } from './tool.ts';
import type { Result, Trees } from './trees.ts';

/**
 * The place where the work is done. It is begun at once and its parts are awaited where they are first needed, so that
 * nothing waits for what it does not need.
 */
export type Workspace = {
  /** Its path as the agent sees it. */
  folder: string;
  /** Whether it is laid from the base each time, so that it holds nothing of an earlier attempt. */
  laidAnew: boolean;
  trees: Promise<Trees>;
  /** What it is not like the repository in, a sentence each, with names of the repository's. */
  notes: Promise<readonly string[]>;
  /** Opened when first asked for, and anew after a `close`. */
  sandbox(): Promise<Sandbox>;
  /**
   * A file's bytes as standing instructions are read: at the plan's trunk, or in place on the disk. Null where there is none.
   * Of a file with more than `most` bytes there may be only those and one more.
   */
  read(path: string, most?: number): Promise<Uint8Array | null>;
  /** What is in a folder at the same place; nothing where there is no such folder. */
  list(path: string): Promise<readonly FolderEntry[]>;
  /** What is in a folder of the agent's, as it is before the work; the empty path is the root. Null where there is no such folder. */
  look(path: string): Promise<readonly FolderEntry[] | null>;
  /** Kills everything that runs, then says what differs from that commit or tree; null when there is nothing to compare. */
  close(base: ObjectId | null): Promise<Result | null>;
  trial(change: ChangeSet | null): Trial;
};

/** A fresh folder with the base, or with the base and a change, and a sandbox of its own: where checks run. */
export type Trial = { sandbox: Promise<Sandbox>; close(): Promise<void> };

/** Shows how a run is getting on. Hints, not facts: they may be dropped or fail, and nothing waits for them. */
export type Progress = {
  show(log: readonly Entry[]): void;
  /** After this no late update can overwrite the final words. */
  stop(): Promise<void>;
};

/** What the machine is, as a prompt may say it. */
export type Machine = { os: string; release: string; arch: string; shell: string };

/** Everything with a side effect, handed in by entry/. Stages name only the parts they use. */
export type World = {
  clock: { now(): Date };
  machine: Machine;
  /** Unguessable hex, for marks in prompts. */
  nonce(): string;
  forge: ForgeReads & ForgeWrites;
  /** `insteadOf`: whose place it takes. A key that was given for that one goes to no other address. */
  model(id: string, at: { wire: WireId; insteadOf?: string }): Promise<Model>;
  /**
   * Which harness suits a model, or the one asked for. `own`: what it is, where it is the repository's own. `insteadOf`: whose
   * place the model takes, which a wire was asked for. Throws `harness.unknown` and `harness.invalid`.
   */
  chooseHarness(
    asked: Asked,
    place: Pick<Workspace, 'read' | 'list'>,
    insteadOf: string,
  ): Promise<{ id: string; why: string; own: object | null }>;
  /**
   * The first of the wires of a model's provider that the harness has, and why where there was a choice. Throws `input.invalid`
   * with what would be possible.
   */
  chooseWire(
    model: string,
    harness: Pick<Harness, 'id' | 'wires'>,
    settings: Pick<Settings, 'model' | 'wire'>,
  ): Promise<{ wire: WireId; why: string }>;
  harness(chosen: { harness: string; own?: Sha256 | undefined }): Promise<Harness>;
  /** Loaded while the model thinks. */
  tools(): Promise<readonly Tool[]>;
  blobs: Blobs;
  workspace(plan: Plan, sandbox: SandboxMode): Workspace;
  session(id: string): Promise<Session>;
  announce(plan: Plan): Promise<Progress>;
};

/** What the agent's half gets: no forge.apply in it, so a write is a compile error, not a review comment. */
export type ReadOnlyWorld = Omit<World, 'forge' | 'announce'> & { forge: ForgeReads };
