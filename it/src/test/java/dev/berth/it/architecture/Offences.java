package dev.berth.it.architecture;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Wrong on purpose, a method for each thing that is banned: the test counts what it finds in each
/// class. Nothing here is ever run.
final class Offences {
    private Offences() {}

    @SuppressWarnings({"JavaUtilDate", "DefaultTimeZone", "JavaTimeDefaultTimeZone"})
    static final class Time {
        long nanoTime() {
            return System.nanoTime();
        }

        long byReference() {
            LongSupplier time = System::currentTimeMillis;
            return time.getAsLong();
        }

        Supplier<Instant> insideALambda() {
            return () -> Instant.now();
        }

        LocalDateTime localNow() {
            return LocalDateTime.now(ZoneOffset.UTC);
        }

        Clock clock() {
            return Clock.systemUTC();
        }

        InstantSource source() {
            return InstantSource.system();
        }

        Date date() {
            return new Date();
        }
    }

    static final class Chance {
        Random random() {
            return new Random();
        }

        RandomGenerator splittable() {
            return new SplittableRandom();
        }

        RandomGenerator threadLocal() {
            return ThreadLocalRandom.current();
        }

        double math() {
            return Math.random();
        }

        RandomGenerator generator() {
            return RandomGenerator.getDefault();
        }

        RandomGenerator secure() {
            return new java.security.SecureRandom();
        }

        void shuffle(List<String> names) {
            Collections.shuffle(names);
        }

        UUID uuid() {
            return UUID.randomUUID();
        }
    }

    static final class Waiting {
        void sleep() throws InterruptedException {
            Thread.sleep(1L);
        }

        void unit() throws InterruptedException {
            TimeUnit.SECONDS.sleep(1);
        }

        void park() {
            LockSupport.parkNanos(1);
        }

        CompletableFuture<String> timeout(CompletableFuture<String> future) {
            return future.orTimeout(1, TimeUnit.SECONDS);
        }
    }

    static final class Threads {
        Thread thread() {
            return new Thread(() -> {});
        }

        Thread subclass() {
            return new Thread() {};
        }

        Thread virtual() {
            return Thread.ofVirtual().unstarted(() -> {});
        }

        Thread platform() {
            return Thread.ofPlatform().unstarted(() -> {});
        }

        Thread started() {
            return Thread.startVirtualThread(() -> {});
        }

        Executor executor() {
            return Executors.newCachedThreadPool();
        }

        Executor pool() {
            return new ForkJoinPool();
        }

        Executor common() {
            return ForkJoinPool.commonPool();
        }

        Timer timer() {
            return new Timer();
        }
    }

    static final class CommonPool {
        long parallelStream() {
            return new ArrayList<String>().parallelStream().count();
        }

        int parallel() {
            return IntStream.range(0, 9).parallel().sum();
        }

        void sort(long[] numbers) {
            Arrays.parallelSort(numbers);
        }

        CompletableFuture<String> supply() {
            return CompletableFuture.supplyAsync(() -> "a");
        }

        CompletableFuture<Integer> apply(CompletableFuture<String> future) {
            return future.thenApplyAsync(String::length);
        }
    }

    /// Nothing wrong here.
    static final class Innocent {
        Instant now(InstantSource clock) {
            return clock.instant();
        }

        RandomGenerator seeded() {
            return new SplittableRandom(42);
        }

        void shuffle(List<String> names, RandomGenerator generator) {
            Collections.shuffle(names, generator);
        }

        CompletableFuture<Integer> apply(CompletableFuture<String> future, Executor executor) {
            return future.thenApplyAsync(String::length, executor);
        }

        long stream(List<String> names) {
            return names.stream().distinct().count();
        }
    }
}
