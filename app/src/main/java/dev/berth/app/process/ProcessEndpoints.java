package dev.berth.app.process;

import dev.berth.answers.ConfigurationAnswer;
import dev.berth.answers.PluginItem;
import dev.berth.app.embedded.EmbeddedDashboard;
import dev.berth.config.Configuration;
import dev.berth.dashboard.DashboardEndpoint;
import dev.berth.dashboard.QuestionEndpoint;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.engine.view.Query;
import dev.berth.kubeclient.ApiClient;
import dev.berth.manifest.YamlText;
import dev.berth.observe.metrics.Metrics;
import dev.berth.serving.ClientLimits;
import dev.berth.serving.HttpsServer;
import dev.berth.serving.LoopbackServer;
import dev.berth.serving.auth.Authentication;
import dev.berth.serving.auth.Authorization;
import dev.berth.serving.auth.AuthorizedEndpoint;
import dev.berth.serving.health.HealthCheck;
import dev.berth.serving.health.HealthEndpoint;
import dev.berth.serving.http.Router;
import dev.berth.serving.tls.ServerTls;
import dev.berth.serving.zpage.ConfigPage;
import dev.berth.serving.zpage.FlagPage;
import dev.berth.serving.zpage.JvmProfiles;
import dev.berth.serving.zpage.MetricsEndpoint;
import dev.berth.serving.zpage.ProfilePages;
import dev.berth.serving.zpage.StatusPage;
import dev.berth.serving.zpage.VerbosityPage;
import dev.berth.serving.zpage.ZPage;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/// The endpoints of the process: the HTTPS endpoint of kube-scheduler and, on demand, the
/// dashboard.
final class ProcessEndpoints implements AutoCloseable {
    private final ProcessOptions options;
    private final Optional<ConfigurationReloads> reloads;
    private final Metrics metrics;
    private final ClusterScheduler scheduler;
    private final Leadership leadership;
    private final Supplier<Optional<String>> failure;
    private final Clock clock;
    private final Log log;
    private final List<AutoCloseable> open = new ArrayList<>();

    /// @param failure why nothing is scheduled any more, if that is so
    ProcessEndpoints(
            ProcessOptions options,
            Optional<ConfigurationReloads> reloads,
            Metrics metrics,
            ClusterScheduler scheduler,
            Leadership leadership,
            Supplier<Optional<String>> failure,
            Clock clock,
            Log log) {
        this.options = options;
        this.reloads = reloads;
        this.metrics = metrics;
        this.scheduler = scheduler;
        this.leadership = leadership;
        this.failure = failure;
        this.clock = clock;
        this.log = log;
    }

    /// @param reviews the client for token reviews
    /// @param permissions the client for access reviews
    /// @throws IOException if a port is not available, or if the client certificate authorities are
    ///   required and cannot be read
    void open(
            Optional<ApiClient> reviews,
            Optional<ApiClient> permissions,
            IntConsumer verbosity,
            ThreadFactory threads)
            throws IOException, InterruptedException {
        var authentication = new Authentication(options.authentication(), reviews, clock, log);
        if (options.authentication().tolerateLookupFailure()) {
            threads.newThread(() -> lookUp(authentication)).start();
        } else {
            authentication.lookUp();
        }
        var authorization = new Authorization(options.authorization(), permissions, clock, log);
        var dashboardAccess = new DashboardAccess(authentication, authorization, clock, log);
        QuestionEndpoint questions =
                QuestionEndpoint.start(
                        scheduler.asked(leadership::otherLeader),
                        new QuestionEndpoint.About(
                                "run", options.release(), false, List.of(), this::configuration),
                        EmbeddedDashboard.context(threads));
        open.add(questions);
        if (options.serving().port() != 0) {
            var gate = new AuthorizedEndpoint(authentication, authorization, paths(verbosity), log);
            open.add(
                    HttpsServer.start(
                            options.serving(),
                            new ServerTls(
                                    options.serving().tls(),
                                    options.serving().address(),
                                    clock,
                                    log),
                            call ->
                                    call.path().startsWith(QuestionEndpoint.ROOT)
                                            ? dashboardAccess.answer(call, questions)
                                            : gate.answer(call),
                            threads,
                            log));
        }
        if (options.dashboardPort() != 0) {
            LoopbackServer page =
                    LoopbackServer.start(
                            options.dashboardPort(),
                            new DashboardEndpoint(
                                    questions,
                                    dashboardAccess,
                                    Optional.empty(),
                                    EmbeddedDashboard::session,
                                    System::nanoTime),
                            ClientLimits.DEFAULTS,
                            threads,
                            log);
            open.add(page);
            log.info(0, "Serving the dashboard", "address", "http://127.0.0.1:" + page.port());
        }
    }

    private Configuration inForce() {
        return reloads.map(ConfigurationReloads::inForce).orElse(options.configuration());
    }

    private ConfigurationAnswer configuration() {
        List<PluginItem> plugins =
                options.plugins().stream()
                        .map(each ->
                                new PluginItem(
                                        each.name(),
                                        each.version(),
                                        each.source().toString(),
                                        each.digest()))
                        .toList();
        return reloads.map(each -> each.answer(plugins))
                .orElseGet(() -> ConfigurationAnswer.of(plugins));
    }

    @Override
    public void close() {
        // Queries stop first: their streams would keep the ports in use.
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (Exception e) {
                log.error(e, "Failed to stop the endpoints");
            }
        }
    }

    private void lookUp(Authentication authentication) {
        try {
            authentication.lookUp();
        } catch (IOException e) {
            log.error(e, "Unable to read the client certificate authorities of the cluster");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Router paths(IntConsumer verbosity) {
        var paths = new Router();
        HealthCheck scheduling = HealthCheck.of("scheduling", failure);
        var elected = new ArrayList<HealthCheck>();
        if (leadership.elects()) {
            elected.add(HealthCheck.of("leaderElection", leadership::failure));
        }
        var healthy = new ArrayList<>(elected.isEmpty() ? List.of(HealthCheck.PING) : elected);
        healthy.add(scheduling);
        var ready = new ArrayList<>(elected);
        ready.add(
                HealthCheck.of(
                        "shutdown",
                        () ->
                                leadership.ending()
                                        ? Optional.of("process is shutting down")
                                        : Optional.empty()));
        ready.add(
                HealthCheck.of(
                        "sched-handler-sync",
                        () ->
                                scheduler.listed()
                                        ? Optional.empty()
                                        : Optional.of("handlers are not fully synchronized")));
        ready.add(scheduling);
        HealthEndpoint.install(paths, "healthz", healthy, metrics.health()::checked, log);
        HealthEndpoint.install(
                paths,
                "livez",
                List.of(HealthCheck.PING, scheduling),
                metrics.health()::checked,
                log);
        HealthEndpoint.install(paths, "readyz", ready, metrics.health()::checked, log);
        long start = clock.instant().getEpochSecond();
        paths.put(
                "/metrics",
                new MetricsEndpoint(
                        Telemetry.all(metrics, () -> scheduler.ask(new Query.Stats())), start));
        paths.put(
                "/metrics/resources",
                new MetricsEndpoint(
                        Telemetry.resources(
                                () -> scheduler.ask(new Query.Pods()), leadership::leads),
                        start));
        paths.put("/metrics/slis", new MetricsEndpoint(Telemetry.health(metrics), start));
        paths.put("/configz", new ConfigPage(() -> inForce().written()));
        var formats =
                new ZPage.Formats(
                        YamlText::of, options.configuration().gates().on("CBORServingAndStorage"));
        if (options.configuration().gates().on("ComponentFlagz")) {
            paths.put("/flagz", FlagPage.of(options.flags(), formats));
        }
        if (options.configuration().settings().enableProfiling()) {
            ProfilePages.install(paths, new JvmProfiles(Thread::sleep));
            VerbosityPage.install(paths, verbosity);
        }
        if (options.configuration().gates().on("ComponentStatusz")) {
            paths.put(
                    "/statusz",
                    StatusPage.of(
                            new StatusPage.Versions(
                                    "java" + Runtime.version().feature(),
                                    options.release().substring(1),
                                    options.emulated()),
                            Instant.ofEpochSecond(start),
                            paths.listed(),
                            clock,
                            formats));
        }
        return paths;
    }
}
