import { isApp } from '../../hub/access.ts';
import { findAccount } from '../../hub/hub.ts';
import { publicUserJson } from '../../json/account-json.ts';
import { ok } from '../answer.ts';
import { ApiError, notFound } from '../api-error.ts';
import { type Routes, writerOf } from '../call.ts';

export const users: Routes = {
  'users/get-authenticated': {
    answer(call) {
      const { author } = writerOf(call);
      if (call.token && isApp(call.token)) throw new ApiError(403, 'Resource not accessible by integration');
      return ok(publicUserJson(call.hub, author));
    },
  },
  'users/get-by-username': {
    answer(call) {
      const account = findAccount(call.hub, call.parameter('username'));
      if (!account || account.deleted) throw notFound();
      return ok(publicUserJson(call.hub, account));
    },
  },
};
