import type { Quirks } from './wire.ts';

/** Where a model lives. `keyVariable` null: a local server that asks for no key. */
export type Provider = { id: string; baseUrl: string; keyVariable: string | null; quirks?: Quirks };

const echo: Quirks = { thinking: { field: 'reasoning_content', missing: null } };
/** DeepSeek answers 400 where a message with calls has no reasoning; so does Kimi, which takes an empty one. */
const deepseek: Quirks = { thinking: { field: 'reasoning_content', missing: '(reasoning omitted)' } };
const kimi: Quirks = { thinking: { field: 'reasoning_content', missing: '' } };

/** Providers that speak the chat wire. */
export const providers: readonly Provider[] = [
  { id: 'openai', baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  {
    id: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
  },
  {
    id: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    quirks: { thinking: { field: 'reasoning', missing: null } },
  },
  { id: 'deepseek', baseUrl: 'https://api.deepseek.com', keyVariable: 'DEEPSEEK_API_KEY', quirks: deepseek },
  { id: 'moonshotai', baseUrl: 'https://api.moonshot.ai/v1', keyVariable: 'MOONSHOT_API_KEY', quirks: kimi },
  {
    id: 'moonshotai-cn',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyVariable: 'MOONSHOT_API_KEY',
    quirks: kimi,
  },
  {
    id: 'kimi-for-coding',
    baseUrl: 'https://api.kimi.com/coding/v1',
    keyVariable: 'KIMI_API_KEY',
    quirks: kimi,
  },
  { id: 'zai', baseUrl: 'https://api.z.ai/api/paas/v4', keyVariable: 'ZAI_API_KEY', quirks: echo },
  {
    id: 'zai-coding-plan',
    baseUrl: 'https://api.z.ai/api/coding/paas/v4',
    keyVariable: 'ZAI_API_KEY',
    quirks: echo,
  },
  {
    id: 'zhipuai',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyVariable: 'ZHIPU_API_KEY',
    quirks: echo,
  },
  {
    id: 'alibaba',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    keyVariable: 'DASHSCOPE_API_KEY',
    quirks: echo,
  },
  {
    id: 'alibaba-cn',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyVariable: 'DASHSCOPE_API_KEY',
    quirks: echo,
  },
  {
    id: 'alibaba-coding-plan',
    baseUrl: 'https://coding-intl.dashscope.aliyuncs.com/v1',
    keyVariable: 'ALIBABA_CODING_PLAN_API_KEY',
    quirks: echo,
  },
  { id: 'groq', baseUrl: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  { id: 'fireworks-ai', baseUrl: 'https://api.fireworks.ai/inference/v1', keyVariable: 'FIREWORKS_API_KEY' },
  { id: 'siliconflow', baseUrl: 'https://api.siliconflow.com/v1', keyVariable: 'SILICONFLOW_API_KEY' },
  { id: 'novita-ai', baseUrl: 'https://api.novita.ai/openai', keyVariable: 'NOVITA_API_KEY' },
  { id: 'nvidia', baseUrl: 'https://integrate.api.nvidia.com/v1', keyVariable: 'NVIDIA_API_KEY' },
  { id: 'huggingface', baseUrl: 'https://router.huggingface.co/v1', keyVariable: 'HF_TOKEN' },
  { id: 'chutes', baseUrl: 'https://llm.chutes.ai/v1', keyVariable: 'CHUTES_API_KEY' },
  { id: 'nebius', baseUrl: 'https://api.tokenfactory.nebius.com/v1', keyVariable: 'NEBIUS_API_KEY' },
  { id: 'baseten', baseUrl: 'https://inference.baseten.co/v1', keyVariable: 'BASETEN_API_KEY' },
  { id: 'github-models', baseUrl: 'https://models.github.ai/inference', keyVariable: 'GITHUB_TOKEN' },
  { id: 'opencode', baseUrl: 'https://opencode.ai/zen/v1', keyVariable: 'OPENCODE_API_KEY' },
  { id: 'modelscope', baseUrl: 'https://api-inference.modelscope.cn/v1', keyVariable: 'MODELSCOPE_API_KEY' },
  { id: 'stepfun', baseUrl: 'https://api.stepfun.com/v1', keyVariable: 'STEPFUN_API_KEY' },
  { id: 'xiaomi', baseUrl: 'https://api.xiaomimimo.com/v1', keyVariable: 'XIAOMI_API_KEY' },
  { id: 'ollama-cloud', baseUrl: 'https://ollama.com/v1', keyVariable: 'OLLAMA_API_KEY' },
  { id: 'ollama', baseUrl: 'http://localhost:11434/v1', keyVariable: null },
  { id: 'lmstudio', baseUrl: 'http://localhost:1234/v1', keyVariable: null },
];

/** Families whose quirks go with the model, whoever serves it; looked up where the provider has none. */
export const familyQuirks: readonly { word: string; quirks: Quirks }[] = [
  { word: 'deepseek', quirks: deepseek },
  { word: 'kimi', quirks: kimi },
];
