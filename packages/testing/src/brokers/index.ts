export { startCuttingProxy, type CuttingProxy } from './cutting-proxy.ts';
export {
  hasNatsServer,
  NATS_USER,
  startNatsServer,
  type NatsEntrance,
  type NatsServer,
  type StreamedMessage,
} from './nats-server.ts';
export { hasRabbitServer, RABBIT_USER, startRabbitServer, type RabbitServer } from './rabbit-server.ts';
