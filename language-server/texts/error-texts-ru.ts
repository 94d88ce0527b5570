/** What goes wrong, in Russian, by its English. A test holds the list whole. */
export const russianErrors: Readonly<Record<string, string>> = {
  "A load run is already going on.": "Нагрузка уже идёт.",
  "A recorded app cannot be paused.": "Приложение во время записи нельзя приостановить.",
  "Check host and port in the load form against what the app listens on, and that the app still runs.":
    "Сверьте узел и порт в форме нагрузки с теми, что слушает приложение, и проверьте, работает ли оно.",
  "Check host and port; the app prints them when its inspector opens.":
    "Проверьте узел и порт: приложение выводит их, когда открывает инспектор.",
  "Check its name, or give its address.": "Проверьте имя или укажите адрес.",
  "Check path, method, headers and body in the load form, and the app's output.":
    "Проверьте путь, метод, заголовки и тело в форме нагрузки, а также вывод приложения.",
  "Check that you may read it.": "Проверьте, есть ли у вас право чтения.",
  "Check the URL in the load form and that the app answers it.": "Проверьте адрес в форме нагрузки и отвечает ли по нему приложение.",
  "Check the path.": "Проверьте путь.",
  "Check the set-up requests in the load form and the app's output.":
    "Проверьте подготовительные запросы в форме нагрузки и вывод приложения.",
  "Check “runtimeExecutable”.": "Проверьте «runtimeExecutable».",
  "Choose another place.": "Выберите другое место.",
  "Close that one and try again.": "Закройте его и повторите.",
  "Copy or record it again.": "Скопируйте его ещё раз или запишите заново.",
  "Correct it in the launch configuration.": "Исправьте это в конфигурации запуска.",
  "Correct it in the load form.": "Исправьте это в форме нагрузки.",
  "Correct the URL in the load form, for example http://127.0.0.1:3000.":
    "Исправьте адрес в форме нагрузки, например на http://127.0.0.1:3000.",
  "Correct the body file in the load form; its path starts in the app's folder.":
    "Исправьте файл тела в форме нагрузки: его путь отсчитывается от папки приложения.",
  "Correct the set-up requests in the load form, or what the app needs for them.":
    "Исправьте подготовительные запросы в форме нагрузки или то, что нужно для них приложению.",
  "Correct “cwd” in the launch configuration.": "Исправьте «cwd» в конфигурации запуска.",
  "Correct “envFile” in the launch configuration.": "Исправьте «envFile» в конфигурации запуска.",
  "Correct “program” in the launch configuration, or build the app first.":
    "Исправьте «program» в конфигурации запуска или сначала соберите приложение.",
  "Costs come from the inspector instead.": "Затраты берутся у инспектора.",
  "It may be suspended, or busy in native code. Attach again when it runs.":
    "Возможно, оно приостановлено или занято в нативном коде. Подключитесь снова, когда оно заработает.",
  "Start it again with “node --inspect” and attach again.": "Запустите его снова командой «node --inspect» и подключитесь ещё раз.",
  "Start it with Heatline for exact costs.": "Чтобы затраты были точными, запустите его через Heatline.",
  "The app at {0} does not answer.": "Приложение по адресу {0} не отвечает.",
  "The app at {0} ended, or closed its inspector, while Heatline was attaching.":
    "Приложение по адресу {0} завершилось или закрыло инспектор во время подключения.",
  "The app ended, or the connection to its inspector broke": "Приложение завершилось, или связь с его инспектором прервалась",
  "Costs come from the inspector instead. For exact ones have it started as plain “node”.":
    "Затраты берутся у инспектора. Чтобы они были точными, запускайте его просто как «node».",
  "Delete it and record a new run.": "Удалите его и запишите новый.",
  "Delete the run and record it again.": "Удалите запуск и запишите его заново.",
  "Every answer was an error ({0}), so the profile shows the app failing.":
    "Все ответы — ошибки ({0}), поэтому профиль показывает сбой приложения.",
  "Every answer was an error, so the profile shows the app failing.": "Все ответы — ошибки, поэтому профиль показывает сбой приложения.",
  "Heatline does not know the format of what {0} printed, so the run has no load figures.":
    "Heatline не знает формата, в котором вывел данные {0}, поэтому у запуска нет цифр нагрузки.",
  "Heatline failed: {0}": "Сбой Heatline: {0}",
  "Heatline keeps what was recorded and ends the app…": "Heatline сохраняет записанное и завершает приложение…",
  "Heatline keeps what was recorded and lets go of the app, which goes on.":
    "Heatline сохраняет записанное и отключается от приложения; оно продолжает работать.",
  "Heatline records where the time goes and does not stop. Use the Node.js debugger to stop here.":
    "Heatline записывает, куда уходит время, и не останавливается. Чтобы остановиться здесь, используйте отладчик Node.js.",
  "Install Node.js, or set “runtimeExecutable” in the launch configuration to the path of one.":
    "Установите Node.js или укажите путь к нему в «runtimeExecutable» конфигурации запуска.",
  "Install a newer Node.js, or set “runtimeExecutable” in the launch configuration to one.":
    "Установите более новый Node.js или укажите его в «runtimeExecutable» конфигурации запуска.",
  "Install it or correct the command line. Or choose autocannon in the load form: it is built in.":
    "Установите его или исправьте команду. Либо выберите в форме нагрузки autocannon: он встроен.",
  "Install it, or correct “runtimeExecutable” in the launch configuration.":
    "Установите его или исправьте «runtimeExecutable» в конфигурации запуска.",
  "It cannot be brought back.": "Вернуть его нельзя.",
  "It is damaged: record it again.": "Он повреждён: запишите его заново.",
  "It opens its own runs, and: {0} (also as .gz).": "Открываются собственные запуски, а также: {0} (в том числе .gz).",
  "Leave inspector.close() out to record on.": "Чтобы запись не прерывалась, уберите inspector.close().",
  "Look at its output for the reason, mend it, and start again.": "Найдите причину в его выводе, устраните её и запустите снова.",
  "Look at the terminal for the reason, or set “console” to internalConsole.":
    "Найдите причину в терминале или задайте для «console» значение internalConsole.",
  "Make room there or make it writable.": "Освободите там место или дайте право записи.",
  "Most often another profiler in the app keeps it from logging (--cpu-prof, an APM agent): turn that off, or record with the inspector (heatline.recorder).":
    "Чаще всего записи мешает другой профилировщик в приложении (--cpu-prof, агент APM): отключите его или записывайте через инспектор (heatline.recorder).",
  "Name a profile or the folder of a run.": "Укажите файл профиля или папку запуска.",
  "No answer had a status of 2xx, so the profile shows the app redirecting or failing.":
    "Ни одного ответа со статусом 2xx, поэтому профиль показывает перенаправления или сбой приложения.",
  "No inspector answers at {0}.": "По адресу {0} инспектор не отвечает.",
  "No more can be recorded: the log of this app has taken all the disk space that it may.":
    "Записывать больше нельзя: журнал этого приложения занял всё отведённое место на диске.",
  "No request to {0} was answered ({1} connections failed, {2} timed out).":
    "Ни на один запрос к {0} не было ответа (сбоев соединения: {1}, истекло время: {2}).",
  "No request was answered ({0} connections failed, {1} timed out).":
    "Ни на один запрос не было ответа (сбоев соединения: {0}, истекло время: {1}).",
  "Node {0} does not know {1}.": "Node {0} не знает {1}.",
  "Node.js {0} ({1}) is too old: Heatline needs version {2} or later.":
    "Node.js {0} ({1}) слишком старый: Heatline нужна версия {2} или новее.",
  "Node.js {0} ({1}) was built without its inspector, so it cannot be recorded.":
    "Node.js {0} ({1}) собран без инспектора, поэтому запись невозможна.",
  "A first request to {0} had no answer within {1} s.": "На первый запрос к {0} не получено ответа за {1} с.",
  "Check the path in the load form, and in the app's output what it is busy with. Without a warm-up the load does not wait for it.":
    "Проверьте путь в форме нагрузки, а в выводе приложения — чем оно занято. Без прогрева нагрузка его не ждёт.",
  "No request to {0} was answered: its server ended every connection.":
    "Ни на один запрос к {0} не пришёл ответ: сервер закрывал каждое соединение.",
  "Check in the load form whether it speaks http or https there.": "Проверьте в форме нагрузки, http или https принимает там сервер.",
  "The app was already running, and V8 logs samples only from a process's start.":
    "Приложение уже работало, а V8 ведёт журнал сэмплов только с запуска процесса.",
  "The app runs under Node's permission model, which shuts out the inspector: without it no load can be run.":
    "Приложение работает под моделью разрешений Node, которая закрывает доступ инспектору: без него нагрузку запустить нельзя.",
  "Add --allow-inspector to its arguments while you profile (Node.js 24.12 or later), or leave out --permission.":
    "На время профилирования добавьте к аргументам --allow-inspector (Node.js 24.12 или новее) или уберите --permission.",
  "Nothing answers at {0} ({1}).": "По адресу {0} никто не отвечает ({1}).",
  "Nothing recorded is lost; look at its shutdown code.": "Записанное не потеряно; проверьте код завершения приложения.",
  "Nothing was launched yet.": "Ещё ничего не запущено.",
  "Nothing was recorded yet. Mend the reason and start the load again.":
    "Пока ничего не записано. Устраните причину и запустите нагрузку снова.",
  "Nothing was recorded: the app ended before a sample was taken, or was killed and the inspector's samples with it.":
    "Ничего не записано: приложение завершилось до первого сэмпла либо было убито вместе с сэмплами инспектора.",
  "Nothing was recorded: the app ended before a sample was taken.": "Ничего не записано: приложение завершилось до первого сэмпла.",
  "On Debian or Ubuntu: sudo apt install {0}. Or choose autocannon in the load form: it is built in.":
    "В Debian или Ubuntu: sudo apt install {0}. Либо выберите в форме нагрузки autocannon: он встроен.",
  "One load run drives one server: remove the others.": "Нагрузка направляется на один сервер: уберите остальные.",
  "Open a folder that Heatline wrote, or record a new run.": "Откройте папку, записанную Heatline, или запишите новый запуск.",
  "Open a profile that Node.js, Chrome DevTools or VS Code recorded.": "Откройте профиль, записанный Node.js, Chrome DevTools или VS Code.",
  "Record for a shorter time or at a longer interval.": "Записывайте меньше времени или с большим интервалом.",
  "Record for a shorter time, or sample less often.": "Записывайте меньше времени или берите сэмплы реже.",
  "Record it again, for longer, while the app works.": "Запишите его заново, дольше и пока приложение работает.",
  "Record it again.": "Запишите его заново.",
  "Record the run again, or open it with the version that wrote it.":
    "Запишите запуск заново или откройте его той версией, которая его записала.",
  "Refresh the list of runs.": "Обновите список запусков.",
  "Restart the app to record again.": "Чтобы записывать снова, перезапустите приложение.",
  "Set “console” to internalConsole.": "Задайте для «console» значение internalConsole.",
  "Set “program” to the app's entry file, or “runtimeExecutable” to npm.":
    "Укажите в «program» главный файл приложения или в «runtimeExecutable» — npm.",
  "Set “runtimeExecutable” in the launch configuration to a Node.js from nodejs.org.":
    "Укажите в «runtimeExecutable» конфигурации запуска Node.js с сайта nodejs.org.",
  "Set “runtimeExecutable” in the launch configuration to a working Node.js.":
    "Укажите в «runtimeExecutable» конфигурации запуска работающий Node.js.",
  "Start it again and end it by Stop, or use the exact recorder, which loses nothing.":
    "Запустите его снова и завершите кнопкой «Стоп» либо возьмите точный рекордер: он ничего не теряет.",
  "Start it again, and let it run for longer.": "Запустите его снова и дайте поработать дольше.",
  "Start it again.": "Запустите его снова.",
  "Start it first.": "Сначала запустите его.",
  "Start the app again.": "Запустите приложение снова.",
  "Start the app with “node --inspect”, or pick its process with “Heatline: Attach to Process…”.":
    "Запустите приложение командой «node --inspect» или выберите его процесс командой «Heatline: Подключиться к процессу…».",
  "Start the load run again.": "Запустите нагрузку снова.",
  "Start the session first.": "Сначала начните сеанс.",
  "The app closed its inspector, so the recording ended there. What was recorded is kept.":
    "Приложение закрыло инспектор, и запись на этом закончилась. Записанное сохранено.",
  "The app did not end within 2 s of being asked to (SIGTERM), and was killed.":
    "Приложение не завершилось за 2 с после просьбы (SIGTERM) и было убито.",
  "The app ended with exit code {0}": "Приложение завершилось с кодом {0}",
  "The app has ended.": "Приложение завершилось.",
  "The app is not running.": "Приложение не работает.",
  "The process was started as {0}, without the arguments that make V8 log its samples.":
    "Процесс запущен как {0}, без аргументов, с которыми V8 записывает свои отсчёты.",
  "{0} was not recorded: V8 wrote no log of its samples.": "{0}: записи нет, V8 не вёл журнала отсчётов.",
  "Start the app again, or record with the inspector (heatline.recorder).":
    "Запустите приложение снова или записывайте через инспектор (heatline.recorder).",
  "The pipe for V8's log could not be opened: {0}.": "Не удалось открыть канал для журнала V8: {0}.",
  "The app is started with {0}, and V8 logs no samples beside that.":
    "Приложение запускается с {0}, а рядом с ним V8 не записывает сэмплы.",
  "The app was ended by {0}": "Приложение завершено сигналом {0}",
  "The body file {0} does not exist.": "Файла тела {0} нет.",
  "The connection to the app's inspector is lost, and with it the samples of that process.":
    "Связь с инспектором приложения потеряна, а с ней и сэмплы этого процесса.",
  "The env file {0} cannot be read.": "Файл переменных среды {0} не читается.",
  "The export could not be written to {0}: {1}.": "Не удалось записать экспорт в {0}: {1}.",
  "The folder {0} does not exist.": "Папки {0} нет.",
  "The host {0} is not known.": "Узел {0} неизвестен.",
  "The inspector at {0} serves another client already.": "Инспектор по адресу {0} уже занят другим клиентом.",
  "The launch configuration names no program.": "В конфигурации запуска не указана программа.",
  "The load tool could not be run: {0}.": "Не удалось запустить инструмент нагрузки: {0}.",
  "The load tool ended early (exit code {0}).": "Инструмент нагрузки завершился раньше времени (код {0}).",
  "The load tool ended early (exit code {0}). {1}": "Инструмент нагрузки завершился раньше времени (код {0}). {1}",
  "The load tool {0} was not found in PATH.": "Инструмент нагрузки {0} не найден в PATH.",
  "The log of this app has taken all the disk space that it may.": "Журнал этого приложения занял всё отведённое место на диске.",
  "The profile is whole. Figures are read from wrk, ab, autocannon --json and JMeter.":
    "Профиль цел. Цифры читаются у wrk, ab, autocannon --json и JMeter.",
  "The program {0} does not exist.": "Программы {0} нет.",
  "The recorded samples cannot be read: {0}.": "Записанные сэмплы не читаются: {0}.",
  "The recorded samples were written by another version of Heatline.": "Сэмплы записаны другой версией Heatline.",
  "The recording could not be read: {0}.": "Запись не читается: {0}.",
  "The recording was ended: the log of this app has taken all the disk space that it may.":
    "Запись закончена: журнал этого приложения занял всё отведённое место на диске.",
  "The requests go to several servers: {0}.": "Запросы идут на несколько серверов: {0}.",
  "The run could not be moved: {0}.": "Не удалось переместить запуск: {0}.",
  "The run could not be written to {0}: {1}.": "Не удалось записать запуск в {0}: {1}.",
  "The run is not in the trash any more.": "Запуска уже нет в корзине.",
  "The run is not there any more.": "Этого запуска уже нет.",
  "The run {0} is damaged ({1}).": "Запуск {0} повреждён ({1}).",
  "The run {0} was written by a newer version of Heatline.": "Запуск {0} записан более новой версией Heatline.",
  "The set-up request {0} failed: {1}.": "Подготовительный запрос {0} не удался: {1}.",
  "The set-up request {0} was answered with status {1}.": "На подготовительный запрос {0} получен ответ со статусом {1}.",
  "The set-up request {0} was answered with status {1}: {2}": "На подготовительный запрос {0} получен ответ со статусом {1}: {2}",
  "The terminal could not be opened: {0}.": "Не удалось открыть терминал: {0}.",
  "This .cpuprofile claims {0} samples.": "В этом .cpuprofile заявлено сэмплов: {0}.",
  "This .cpuprofile is cut short or damaged: it is not whole JSON.": "Этот .cpuprofile обрезан или повреждён: JSON неполный.",
  "This is not a .cpuprofile: it has no list of nodes.": "Это не .cpuprofile: в нём нет списка узлов.",
  "Update Heatline to open it.": "Обновите Heatline, чтобы его открыть.",
  "Use the Node.js debugger to pause it.": "Чтобы приостановить его, используйте отладчик Node.js.",
  "V8 logged no samples for {0} s in which the app worked: what ran then is missing.":
    "V8 не записывал сэмплы {0} с, пока приложение работало: то, что выполнялось тогда, отсутствует.",
  "Wait for its end or cancel it.": "Дождитесь её конца или отмените её.",
  "What answers at {0} is not a Node.js inspector.": "По адресу {0} отвечает не инспектор Node.js.",
  "What was recorded is kept, without load figures. Mend the reason and start the load again.":
    "Записанное сохранено, но без цифр нагрузки. Устраните причину и запустите нагрузку снова.",
  "What was recorded is kept. Restart the app to record again; to record for longer, sample less often (heatline.samplingInterval).":
    "Записанное сохранено. Чтобы записывать снова, перезапустите приложение; чтобы записывать дольше, берите сэмплы реже (heatline.samplingInterval).",
  "a source has no proper hash": "у исходного файла неверный хеш",
  "a stack stands before its callers": "стек стоит раньше вызывающих его",
  "a {0} is out of bounds": "{0}: значение вне границ",
  "connection refused": "соединение отклонено",
  "it is longer than it says": "файл длиннее, чем в нём заявлено",
  "it is not a file of samples": "это не файл сэмплов",
  "it was cut short": "файл обрезан",
  "its header cannot be read": "заголовок не читается",
  "its header is cut short": "заголовок обрезан",
  "its header is not an object": "заголовок не является объектом",
  "its interval is not a time": "интервал не является временем",
  "its names are not text": "имена не являются текстом",
  "its deoptimisations are odd": "деоптимизации записаны неверно",
  "its sizes are not numbers": "размеры не являются числами",
  "its tables are not of one length": "таблицы разной длины",
  "its times are out of order": "отметки времени идут не по порядку",
  "run.json is no JSON": "run.json не является JSON",
  "run.json, {0}: {1}": "run.json, поле {0}: {1}",
  "{0} The inspector's samples went with it.": "{0} Сэмплы инспектора потеряны вместе с ним.",
  "{0} What was recorded is kept.": "{0} Записанное сохранено.",
  "{0} cannot be read: {1}.": "Файл {0} не читается: {1}.",
  "{0} cannot be run.": "{0} не запускается.",
  "{0} could not be started in the terminal.": "Не удалось запустить {0} в терминале.",
  "{0} could not be started in the terminal: {1}.": "Не удалось запустить {0} в терминале: {1}.",
  "{0} could not be started: {1}.": "Не удалось запустить {0}: {1}.",
  "{0} did not list its V8 flags.": "{0} не перечислил свои флаги V8.",
  "{0} does not exist.": "Файла {0} нет.",
  "{0} during the load run": "{0} во время нагрузки",
  "{0} ended with exit code {1}": "{0}: завершение с кодом {1}",
  "{0} holds no samples.": "В файле {0} нет сэмплов.",
  "{0} in its warm-up run": "{0} при прогреве",
  "{0} in the measured run": "{0} при измерении",
  "{0} is damaged: {1}.": "Файл {0} повреждён: {1}.",
  "{0} is empty.": "Файл {0} пуст.",
  "{0} is larger than {1} MB.": "Файл {0} больше {1} МБ.",
  "{0} is missing": "нет файла {0}",
  "{0} is no profile that Heatline knows.": "{0} — не тот профиль, который знает Heatline.",
  "{0} is no run of Heatline.": "{0} — не запуск Heatline.",
  "{0} is not a file.": "{0} — не файл.",
  "{0} is not among the runs of this workspace.": "{0} нет среди запусков этой рабочей области.",
  "{0} was ended by {1}": "{0}: завершение сигналом {1}",
  "{0} was not found in PATH.": "{0} не найден в PATH.",
  "{0}.": "{0}.",
  "{0}: {1}": "{0}: {1}",
  "{0}: {1}.": "{0}: {1}.",
  "“{0}” in the launch configuration is wrong: {1}.": "Ошибка в «{0}» конфигурации запуска: {1}.",
  "“{0}” in the load form is wrong: {1}.": "Ошибка в «{0}» формы нагрузки: {1}.",
  "“{0}” is not an http or https address.": "«{0}» — не адрес http или https.",
  "Record again, for longer, while the app works.": "Запишите снова, дольше и пока приложение работает.",
  "Record with perf record -g.": "Записывайте командой perf record -g.",
  "This profile has more than 20 million samples.": "В этом профиле больше 20 миллионов сэмплов.",
  "These collapsed stacks have no samples.": "В этих свёрнутых стеках нет сэмплов.",
  "This preprocessed V8 log is cut short or damaged: it is not whole JSON, or lacks its ticks.":
    "Этот обработанный журнал V8 обрезан или повреждён: это не целый JSON, или в нём нет отсчётов.",
  "This output of perf script has no stacks.": "В этом выводе perf script нет стеков.",
  "This pprof profile has no samples.": "В этом профиле pprof нет сэмплов.",
  "This pprof profile is cut short or damaged.": "Этот профиль pprof обрезан или повреждён.",
  "This pprof profile is of memory or of something else, not of time.": "Этот профиль pprof — памяти или чего-то ещё, но не времени.",
  "Open a CPU profile.": "Откройте профиль ЦП.",
  "This speedscope profile has no samples.": "В этом профиле speedscope нет сэмплов.",
  "This speedscope profile is cut short or damaged: it is not whole JSON.":
    "Этот профиль speedscope обрезан или повреждён: это не целый JSON.",
};
