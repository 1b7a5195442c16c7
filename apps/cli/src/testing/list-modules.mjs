// Preloaded into a program: says on its last line of standard error which modules it has loaded.
import { registerHooks } from 'node:module';

const loaded = [];
registerHooks({
  load: (url, context, nextLoad) => {
    loaded.push(url);
    return nextLoad(url, context);
  },
});
process.on('exit', () => process.stderr.write(`\n${JSON.stringify(loaded)}`));
