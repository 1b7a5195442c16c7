export { startCuttingProxy, type CuttingProxy } from './cutting-proxy.ts';
export { hasRabbitServer, RABBIT_USER, startRabbitServer, type RabbitServer } from './rabbit-server.ts';
