import { createServer, type Server } from 'node:http';
import { freePort } from './server.ts';

/** A shop on an origin of its own: what an integrator puts into a page, and nothing else. */
export const shop = async (script: string): Promise<{ readonly address: string; readonly server: Server }> => {
  const port = await freePort();
  const body = `<!doctype html><html lang="en"><title>Shop</title><body><h1>Checkout</h1>
    <script src="${script}"></script>
    <script>
      window.dfp.doFpt(document, (answer) => document.body.setAttribute('data-answer', answer === '' ? 'collected' : answer));
      window.dfp.doFpt(document);
    </script></body></html>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body));
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return { address: `http://localhost:${port}/`, server };
};
