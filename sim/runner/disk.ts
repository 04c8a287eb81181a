import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from './job.ts';

/** The folders that a hosted runner has, under the job's root. */
export type Disk = {
  workspace: string;
  temp: string;
  tools: string;
  home: string;
  event: string;
  commands: string;
};

export function layDisk({ root, repository, event }: Job): Disk {
  const name = repository.fullName.split('/')[1] ?? '';
  const disk: Disk = {
    workspace: join(root, 'work', name, name),
    temp: join(root, 'work', '_temp'),
    tools: join(root, 'tools'),
    home: join(root, 'home'),
    event: join(root, 'work', '_temp', '_github_workflow', 'event.json'),
    commands: join(root, 'work', '_temp', '_runner_file_commands'),
  };
  for (const folder of [disk.workspace, disk.tools, disk.home, disk.commands, join(disk.event, '..')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(disk.event, JSON.stringify(event));
  return disk;
}
