import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine, readRefusal } from '../../src/model/refusals.ts';

const told = (status: number, body: unknown, html = false) => readRefusal({ status, body, html });

/** Error bodies in the shapes that providers publish or users report. */
const bodies: readonly [string, number, unknown, string][] = [
  [
    'OpenAI, unknown model',
    404,
    {
      error: {
        message: 'The model `x` does not exist',
        type: 'invalid_request_error',
        code: 'model_not_found',
      },
    },
    'model.unknown',
  ],
  [
    'DeepSeek, unknown model',
    400,
    { error: { message: 'Model Not Exist', type: 'invalid_request_error', code: 'invalid_request_error' } },
    'model.unknown',
  ],
  [
    'OpenRouter, unknown model',
    400,
    { error: { message: 'foo/bar is not a valid model ID', code: 400 } },
    'model.unknown',
  ],
  [
    'Ollama, unknown model',
    404,
    { error: { message: 'model "x" not found, try pulling it first', type: 'api_error' } },
    'model.unknown',
  ],
  [
    'vLLM, unknown model',
    404,
    { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError', code: 404 },
    'model.unknown',
  ],
  [
    'OpenAI, too long',
    400,
    {
      error: {
        message: "This model's maximum context length is 8192 tokens.",
        code: 'context_length_exceeded',
      },
    },
    'model.overflow',
  ],
  [
    'Anthropic, too long',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 207791 tokens > 200000 maximum' },
    },
    'model.overflow',
  ],
  [
    'Anthropic, too long with what it may answer',
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000',
      },
    },
    'model.overflow',
  ],
  [
    'Anthropic, withheld',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
    },
    'model.filtered',
  ],
  [
    'Anthropic, unknown model',
    404,
    { type: 'error', error: { type: 'not_found_error', message: 'model: claude-opus-99' } },
    'model.unknown',
  ],
  [
    'Anthropic, wrong key',
    401,
    { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    'key.refused',
  ],
  [
    'Anthropic, overloaded in a stream',
    0,
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'model.unavailable',
  ],
  [
    'llama.cpp, too long',
    400,
    {
      error: { message: 'the request exceeds the available context size', type: 'exceed_context_size_error' },
    },
    'model.overflow',
  ],
  [
    'Moonshot, too long',
    400,
    { error: { message: 'Invalid request: Your request exceeded model token limit: 131072' } },
    'model.overflow',
  ],
  [
    'DashScope, too long',
    400,
    { error: { message: 'Range of input length should be [1, 129024]', code: 'invalid_parameter_error' } },
    'model.overflow',
  ],
  ['too large a body', 413, 'Payload Too Large', 'model.overflow'],
  [
    'Google, wrong key, as a list',
    400,
    [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    'key.refused',
  ],
  [
    'OpenAI, no credit',
    429,
    {
      error: {
        message: 'You exceeded your current quota',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    },
    'model.limited',
  ],
  ['DeepSeek, no credit', 402, { error: { message: 'Insufficient Balance' } }, 'model.limited'],
  [
    'Azure-like filter',
    400,
    { error: { message: 'The response was filtered', code: 'content_filter' } },
    'model.filtered',
  ],
  [
    'DashScope filter',
    400,
    { error: { message: 'Input data may contain inappropriate content.', code: 'data_inspection_failed' } },
    'model.filtered',
  ],
  ['FastAPI, wrong path', 404, { detail: 'Not Found' }, 'model.not-an-api'],
  ['nothing at this path', 404, undefined, 'model.not-an-api'],
  [
    'pydantic, wrong parameter',
    422,
    { detail: [{ loc: ['body', 'top_p'], msg: 'ensure this value is positive' }] },
    'model.rejected',
  ],
  [
    'forbidden country',
    403,
    { error: { message: 'Country, region, or territory not supported' } },
    'key.refused',
  ],
  [
    'an error in a stream, without a status',
    0,
    { error: { message: 'Internal error' } },
    'model.unavailable',
  ],
  [
    'a missing reasoning_content',
    400,
    { error: { message: 'Missing `reasoning_content` field in the assistant message at message index 2' } },
    'model.rejected',
  ],
];

for (const [title, status, body, code] of bodies) {
  test(`${title}: ${status} means ${code}`, () => assert.equal(told(status, body).code, code));
}

test('an account without credit is not asked again, a busy one is', () => {
  assert.equal(told(429, { error: { code: 'insufficient_quota', message: 'x' } }).again, false);
  assert.equal(told(402, {}).again, false);
  assert.equal(told(429, { error: { message: 'Rate limit reached' } }).again, undefined);
});

test('a web page counts for what it is, except where the status says enough', () => {
  for (const status of [200, 400, 403, 404])
    assert.equal(told(status, undefined, true).code, 'model.not-an-api');
  assert.equal(told(502, undefined, true).code, 'model.unavailable');
  assert.equal(told(429, undefined, true).code, 'model.limited');
});

test("a gateway's words come with those of the provider behind it", () => {
  const error = { message: 'Provider returned error', code: 400, metadata: { raw: 'tools[0] is wrong' } };
  assert.equal(told(400, { error }).said, 'Provider returned error tools[0] is wrong');
});

test('a foreign sentence becomes one visible line of at most 300 characters', () => {
  assert.equal(oneLine('a\n\tb\u0000\u200b\u202ec  “d”'), 'a b c "d"');
  const long = oneLine('🎈'.repeat(400));
  assert.ok(long.length <= 300);
  assert.ok(long.isWellFormed());
});
