import { release } from 'node:os';
import { join } from 'node:path';
import { ours } from './arguments.ts';
import type { Without } from './defences.ts';
import type { Plan } from './plan.ts';
import { quote } from './shell.ts';

/**
 * The session's first process: one bash that mounts what bubblewrap cannot, says so, and waits for the end of its stdin.
 * When it ends, the kernel kills every process of the session.
 */
export function holderArguments(plan: Plan, without: Without): string[] {
  const limited = plan.owner.uid === 0 && ownPidMaximum(release()) && !without.has('limits');
  const script = [
    ...(plan.owner.uid === 0 ? [uncoverProc] : []),
    ...(limited ? ['echo 4096 > /proc/sys/kernel/pid_max'] : []),
    ...plan.overlays.map(({ at }, index) => mountOverlay(at, index, !without.has('overlays'))),
    ...(plan.overlays.length === 0 ? [] : [hideLayers(plan.overlays.length)]),
    'echo ready',
    'read -r _',
  ].join('\n');
  return ['/bin/bash', '--noprofile', '--norc', '-c', script];
}

/**
 * To root, bubblewrap covers parts of /proc; but the kernel lets a command mount a /proc of its own only where a whole
 * one can be seen. Each command's is covered again.
 */
const uncoverProc = `covers=()
while read -r _ _ _ _ at _; do case $at in /proc/*) covers+=("$at");; esac; done < /proc/self/mountinfo
[ \${#covers[@]} -eq 0 ] || umount "\${covers[@]}"`;

/**
 * Root is free of the limit on processes that a shell sets. Since Linux 6.14 a namespace has a largest process number of
 * its own; before, it is the machine's, which we must not touch.
 */
export function ownPidMaximum(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 14);
}

/** Overlay, else copy, else read-only. Ubuntu 20.04 and some containers know no overlay for who is not root. */
function mountOverlay(at: string, index: number, overlay: boolean): string {
  const layer = (name: string) => quote(join(ours.layers, `${name}-${index}`));
  const [lower, upper, work] = [layer('lower'), layer('upper'), layer('work')];
  const target = quote(at);
  return `mkdir -p ${upper} ${work}
if ${overlay} && mount -t overlay overlay -o nosuid,nodev,userxattr,lowerdir=${lower},upperdir=${upper},workdir=${work} ${target} 2>/dev/null
then echo 'overlay ${index}'
elif size=$(du -sxm --apparent-size ${lower} 2>/dev/null) && [ "\${size%%[!0-9]*}" -le 2048 ] && cp -a --no-preserve=ownership ${lower}/. ${upper} && mount --bind ${upper} ${target}
then echo 'copy ${index}'
else mount --bind -o ro ${lower} ${target} && echo 'read-only ${index}'
fi`;
}

/** An overlay keeps its own hold on its layers; changing them from the side would break it. */
const hideLayers = (count: number): string =>
  [
    ...Array.from({ length: count }, (_, index) => `umount ${quote(join(ours.layers, `lower-${index}`))}`),
    `umount ${ours.layers}`,
  ].join('\n');
