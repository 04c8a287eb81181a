import type { WireId } from '../core/model.ts';
import type { Quirks } from './wire.ts';

export type Provider = {
  id: string;
  /** As its maker writes it. */
  name: string;
  /** Null: a server of one's own, which asks for no key unless it is told to. */
  keyVariable: string | null;
  /** What it speaks and where, best first. */
  wires: readonly [Spoken, ...Spoken[]];
  quirks?: Quirks;
};
export type Spoken = { wire: WireId; baseUrl: string };

const thinking = (field: 'reasoning_content' | 'reasoning', missing: string | null = null) => ({
  quirks: { thinking: { field, missing } },
});
const echo = thinking('reasoning_content');
/** DeepSeek answers 400 where a message with calls has no reasoning; so does Kimi, which takes an empty one. */
const deepseek = thinking('reasoning_content', '(reasoning omitted)');
const kimi = thinking('reasoning_content', '');
/** Ollama: openai/responses.go of ollama/ollama at 017eb8a hands roles on as they are, and takes functions only. */
const plainResponses: Pick<Provider, 'quirks'> = { quirks: { plainResponses: true } };

const chat = (baseUrl: string): Spoken => ({ wire: 'chat', baseUrl });
const messages = (baseUrl: string): Spoken => ({ wire: 'messages', baseUrl });
const responses = (baseUrl: string): Spoken => ({ wire: 'responses', baseUrl });

const at = (
  id: string,
  name: string,
  spoken: string | Provider['wires'],
  keyVariable: string | null,
  more: Pick<Provider, 'quirks'> = {},
): Provider => ({
  id,
  name,
  keyVariable,
  wires: typeof spoken === 'string' ? [chat(spoken)] : spoken,
  ...more,
});

/**
 * Where chat is spoken, where that is not the provider's first wire: Anthropic
 * https://platform.claude.com/docs/en/api/openai-sdk · MiniMax https://ai-sdk.dev/providers/ai-sdk-providers/minimax ·
 * Ollama docs/api/openai-compatibility.mdx of ollama/ollama at 043e990 · LM Studio https://lmstudio.ai/docs/api/openai-api ·
 * vLLM https://docs.vllm.ai/en/v0.8.1/serving/openai_compatible_server.html · llama.cpp tools/server/README.md of
 * ggml-org/llama.cpp at 00dc805; before, it listened on 8080.
 */
export const providers: readonly Provider[] = [
  at(
    'openai',
    'OpenAI',
    [responses('https://api.openai.com/v1'), chat('https://api.openai.com/v1')],
    'OPENAI_API_KEY',
  ),
  at(
    'anthropic',
    'Anthropic',
    [messages('https://api.anthropic.com'), chat('https://api.anthropic.com/v1')],
    'ANTHROPIC_API_KEY',
    { quirks: { keyHeader: 'x-api-key' } },
  ),
  at('google', 'Google', 'https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY'),
  at('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', thinking('reasoning')),
  at('deepseek', 'DeepSeek', 'https://api.deepseek.com', 'DEEPSEEK_API_KEY', deepseek),
  at('moonshotai', 'Moonshot AI', 'https://api.moonshot.ai/v1', 'MOONSHOT_API_KEY', kimi),
  at('moonshotai-cn', 'Moonshot AI (China)', 'https://api.moonshot.cn/v1', 'MOONSHOT_API_KEY', kimi),
  at('kimi-for-coding', 'Kimi For Coding', 'https://api.kimi.com/coding/v1', 'KIMI_API_KEY', kimi),
  at(
    'zai',
    'Z.AI',
    [chat('https://api.z.ai/api/paas/v4'), messages('https://api.z.ai/api/anthropic')],
    'ZAI_API_KEY',
    echo,
  ),
  at('zai-coding-plan', 'Z.AI Coding Plan', 'https://api.z.ai/api/coding/paas/v4', 'ZAI_API_KEY', echo),
  at('zhipuai', 'Zhipu AI', 'https://open.bigmodel.cn/api/paas/v4', 'ZHIPU_API_KEY', echo),
  at(
    'alibaba',
    'Alibaba',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    'DASHSCOPE_API_KEY',
    echo,
  ),
  at(
    'alibaba-cn',
    'Alibaba (China)',
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
    'DASHSCOPE_API_KEY',
    echo,
  ),
  at(
    'alibaba-coding-plan',
    'Alibaba Coding Plan',
    'https://coding-intl.dashscope.aliyuncs.com/v1',
    'ALIBABA_CODING_PLAN_API_KEY',
    echo,
  ),
  at(
    'minimax',
    'MiniMax',
    [messages('https://api.minimax.io/anthropic/v1'), chat('https://api.minimax.io/v1')],
    'MINIMAX_API_KEY',
  ),
  at('groq', 'Groq', 'https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  at('fireworks-ai', 'Fireworks AI', 'https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY'),
  at('siliconflow', 'SiliconFlow', 'https://api.siliconflow.com/v1', 'SILICONFLOW_API_KEY'),
  at('novita-ai', 'Novita AI', 'https://api.novita.ai/openai', 'NOVITA_API_KEY'),
  at('nvidia', 'NVIDIA', 'https://integrate.api.nvidia.com/v1', 'NVIDIA_API_KEY'),
  at('huggingface', 'Hugging Face', 'https://router.huggingface.co/v1', 'HF_TOKEN'),
  at('chutes', 'Chutes', 'https://llm.chutes.ai/v1', 'CHUTES_API_KEY'),
  at('nebius', 'Nebius', 'https://api.tokenfactory.nebius.com/v1', 'NEBIUS_API_KEY'),
  at('baseten', 'Baseten', 'https://inference.baseten.co/v1', 'BASETEN_API_KEY'),
  at('opencode', 'OpenCode Zen', 'https://opencode.ai/zen/v1', 'OPENCODE_API_KEY'),
  at('modelscope', 'ModelScope', 'https://api-inference.modelscope.cn/v1', 'MODELSCOPE_API_KEY'),
  at('stepfun', 'StepFun', 'https://api.stepfun.com/v1', 'STEPFUN_API_KEY'),
  at('xiaomi', 'Xiaomi', 'https://api.xiaomimimo.com/v1', 'XIAOMI_API_KEY'),
  at('ollama-cloud', 'Ollama Cloud', 'https://ollama.com/v1', 'OLLAMA_API_KEY'),
  at(
    'ollama',
    'Ollama',
    [chat('http://localhost:11434/v1'), responses('http://localhost:11434/v1')],
    null,
    plainResponses,
  ),
  at(
    'lmstudio',
    'LM Studio',
    [chat('http://localhost:1234/v1'), responses('http://localhost:1234/v1')],
    null,
    plainResponses,
  ),
  at('vllm', 'vLLM', 'http://localhost:8000/v1', null),
  at('llama.cpp', 'llama.cpp', 'http://localhost:9931/v1', null),
];

/** A server that we know nothing of but its base URL, which may tell a wire. Most speak chat. */
export const custom = (baseUrl: string, told: WireId | null): Provider =>
  at(
    'custom',
    'Any other server',
    told ? [{ wire: told, baseUrl }] : [chat(baseUrl), messages(baseUrl), responses(baseUrl)],
    null,
  );

/** A service that is no more. Its name is told of, and nothing is sent to its host. */
export type Retired = { id: string; name: string; host: string; since: string };
export const retired: readonly Retired[] = [
  // Source: https://github.com/orgs/community/discussions/203602 (GitHub, August 2026).
  { id: 'github-models', name: 'GitHub Models', host: 'models.github.ai', since: '2026-07-30' },
];

/** Families whose quirks go with the model, whoever serves it; looked up where the provider has none. */
export const familyQuirks: readonly { word: string; quirks: Quirks }[] = [
  { word: 'deepseek', ...deepseek },
  { word: 'kimi', ...kimi },
];
