import './requests/started';
import './requests/asked';
import './requests/events';
