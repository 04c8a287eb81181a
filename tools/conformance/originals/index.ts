import type { Original } from '../agent.ts';
import { claudeCode, claudeCodeBare, claudeCodeClassic } from './claude-code.ts';
import { codex } from './codex.ts';
import { kimiCode } from './kimi-code.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

export const originals: readonly Original[] = [
  qwenCode,
  opencode,
  kimiCode,
  pi,
  claudeCode,
  claudeCodeClassic,
  claudeCodeBare,
  codex,
];
