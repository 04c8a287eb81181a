// Loaded into each test process before its file: what one of them compiled, the others take over. By this call and not by
// NODE_COMPILE_CACHE, which the processes that tests start would inherit.
import { enableCompileCache } from 'node:module';

enableCompileCache(process.env['OI_TEST_COMPILED']);
