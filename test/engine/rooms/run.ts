import { runEngineRoom } from '../../harness/engineRoom';

runEngineRoom(__filename);
